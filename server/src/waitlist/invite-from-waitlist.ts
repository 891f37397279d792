import type { WaitlistEntry, waitlist } from '@kindpal/contract/waitlist/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { invites } from '../db/schema/invite.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { waitlistInviteMail } from '../mail/mails/waitlist-invite.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { refusal } from '../wire/refusal.ts';
import { WAITS } from './policy.ts';
import { getEntry } from './queries.ts';

type Call = MemberCall<typeof waitlist.invite>;

/**
 * Mails somebody who waits an invite of this member of the staff, once: of two staff at the same
 * time the second is told. Throws NOT_FOUND, ALREADY_MEMBER, ALREADY_INVITED, and FORBIDDEN for an
 * address that has not confirmed. [P4]
 */
export async function inviteFromWaitlist({ input, context }: Call): Promise<WaitlistEntry> {
  const { db } = context.services;
  const isSent = await sendInvite(input, context);
  const entry = await getEntry(db, input.id);
  if (isSent) return entry;
  if (entry.joined_at) throw refusal('ALREADY_MEMBER');
  throw refusal(entry.invited_at ? 'ALREADY_INVITED' : 'FORBIDDEN');
}

/** Whether they waited: then the code, the mail and the note of it are made together. */
async function sendInvite(
  { id }: Call['input'],
  { services, actor }: Call['context'],
): Promise<boolean> {
  return services.db.drizzle.transaction(async (tx) => {
    const [entry] = await tx
      .select({ to: waitlistEntries.email, name: waitlistEntries.full_name })
      .from(waitlistEntries)
      .where(and(eq(waitlistEntries.id, id), sql.raw(WAITS)))
      .for('update');
    if (!entry) return false;
    const code = makeInviteCode();
    const by = { created_by: actor.id, granted_by: actor.id, grant_reason: 'Waitlist' };
    const [invite] = await tx
      .insert(invites)
      .values({ code, kind: 'mailed', ...by })
      .returning({ id: invites.id });
    await tx
      .update(waitlistEntries)
      .set({ invited_at: services.clock.now(), invited_by: actor.id, invite_id: invite?.id })
      .where(eq(waitlistEntries.id, id));
    await services.mailer.send(waitlistInviteMail(services.env, { ...entry, code }), tx);
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'waitlist_invite',
      target_type: 'waitlist_entry',
      target_id: id,
    });
    return true;
  });
}
