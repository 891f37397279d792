import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Authorized } from '../access/authorized.ts';
import { lockMembers } from '../access/hold-member.ts';
import { addressOf } from '../account/address-of.ts';
import type { Queries } from '../db/client.ts';
import { users } from '../db/schema/member.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { decisionUndoneMail, suspensionEndedMail } from '../mail/mails/suspended.ts';
import { setHidden } from '../review/moderate-review.ts';
import { authorizeModeration } from '../review/policy.ts';
import { lockReview } from '../review/queries.ts';
import type { Services } from '../services.ts';
import { putBack } from './content.ts';
import { isSuspension, type LockedDecision } from './policy.ts';

type Ending = { as: 'undone' | 'appeal'; by: string; now: Date };

/** Ends a decision, and lifts its suspension. The member is emailed unless an answer tells them. */
export async function endDecision(
  tx: Queries,
  services: Services,
  decision: Authorized<LockedDecision, 'end'>,
  { as, by, now }: Ending,
): Promise<void> {
  const { id, kind, member_id } = decision;
  await tx
    .update(moderationDecisions)
    .set({ ended_at: now, ended_as: as, ended_by: by })
    .where(eq(moderationDecisions.id, id));
  if (kind === 'hide' || kind === 'remove') await restore(tx, services, decision, { by, now });
  const lifts = isSuspension(decision);
  if (as === 'undone' && kind !== 'hide') {
    const mailOf = lifts ? suspensionEndedMail : decisionUndoneMail;
    await mailMember(tx, services, { member_id, about_id: id, mailOf });
  }
  if (!lifts) return;
  await tx.update(users).set({ suspended_at: null }).where(eq(users.id, member_id));
}

/** Shows or restores what a decision hid or removed. */
async function restore(
  tx: Queries,
  services: Services,
  { kind, member_id, subject_type, subject_id, kept }: Authorized<LockedDecision, 'end'>,
  { by, now }: Pick<Ending, 'by' | 'now'>,
): Promise<void> {
  if (!subject_type || !subject_id) return;
  if (kind === 'remove') {
    await putBack(tx, { type: subject_type, id: subject_id, member_id }, kept ?? '');
    return;
  }
  const row = await lockReview(tx, subject_id);
  if (!row?.hidden_at) return;
  await setHidden(tx, authorizeModeration({ id: by }, row), { reason: null, services, now });
}

type Told = { member_id: string; about_id: string; mailOf: typeof suspensionEndedMail };

async function mailMember(
  tx: Queries,
  services: Services,
  { member_id, about_id, mailOf }: Told,
): Promise<void> {
  const to = await addressOf(tx, member_id);
  if (to === undefined) return;
  await services.mailer.send({ ...mailOf(services.env, to), about_id }, tx);
}

/**
 * Lifts a member's suspension if its end has come by the database clock; returns whether it did.
 * The member is locked first, as in every decision about them. Also called at sign-in, so that
 * nobody waits for the scheduled task.
 */
export async function liftIfDue(tx: Queries, memberId: string): Promise<boolean> {
  await lockMembers(tx, [memberId]);
  const { rowCount } = await tx.execute(sql`
    WITH ended AS (
      UPDATE moderation_decisions SET ended_at = now(), ended_as = 'expired'
      WHERE member_id = ${memberId} AND kind = 'suspend' AND ended_at IS NULL AND ends_at <= now()
      RETURNING member_id)
    UPDATE users SET suspended_at = NULL FROM ended WHERE users.id = ended.member_id`);
  return (rowCount ?? 0) > 0;
}

const dueSchema = z.object({ id: z.string(), member_id: z.string() });

/** The most suspensions ended per run; the next one follows a minute later. */
const AT_ONCE = 200;

/** Ends suspensions whose time is over and emails their members. */
export async function liftDueSuspensions(services: Services): Promise<void> {
  const { drizzle } = services.db;
  const { rows } = await drizzle.execute(sql`SELECT id, member_id FROM moderation_decisions
    WHERE kind = 'suspend' AND ended_at IS NULL AND ends_at <= now() ORDER BY ends_at LIMIT ${AT_ONCE}`);
  for (const { id: about_id, member_id } of z.array(dueSchema).parse(rows)) {
    await drizzle.transaction(async (tx) => {
      if (!(await liftIfDue(tx, member_id))) return;
      await mailMember(tx, services, { member_id, about_id, mailOf: suspensionEndedMail });
    });
  }
  if (rows.length > 0) services.live.wake();
}
