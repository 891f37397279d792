import type { WaitlistEntry, waitlist } from '@kindpal/contract/waitlist/contract';
import { eq, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { waitlistInviteMail } from '../mail/mails/waitlist-invite.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused } from '../staff/activity/record-view.ts';
import { notFound } from '../transport/refusal.ts';
import { viewOfEntries } from './list-waitlist.ts';
import { authorizeInvitation, type LockedEntry, SAME_ADDRESS, WAITS } from './policy.ts';
import { getEntry } from './queries.ts';

type Call = MemberCall<typeof waitlist.invite>;

/**
 * Emails an invite from this staff member to somebody on the waiting list, once: of two staff
 * members at the same time, the second gets an error. Throws NOT_FOUND, ALREADY_MEMBER,
 * ALREADY_INVITED, and FORBIDDEN for an address that has not confirmed. [P4]
 */
export async function inviteFromWaitlist({ input, context }: Call): Promise<WaitlistEntry> {
  const { db } = context.services;
  await viewIfRefused(context, viewOfEntries([input.id]), async (tx) => {
    await holdStaff(tx, context.actor);
    const allowed = authorizeInvitation(await lockEntry(tx, input.id));
    await sendInvite(tx, allowed, context);
  });
  return getEntry(db, input.id);
}

type Entry = LockedEntry & { email: string; full_name: string };

async function lockEntry(tx: Queries, id: string): Promise<Entry> {
  const [entry] = await tx
    .select({
      id: waitlistEntries.id,
      email: waitlistEntries.email,
      full_name: waitlistEntries.full_name,
      invited_at: waitlistEntries.invited_at,
      waits: sql<boolean>`${sql.raw(WAITS)}`,
      has_joined: sql<boolean>`EXISTS (SELECT FROM auth."user" account WHERE ${sql.raw(SAME_ADDRESS)})`,
    })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, id))
    .for('update', { of: waitlistEntries });
  if (!entry) throw notFound();
  return entry;
}

/** Creates the code, the mail and its record together. */
async function sendInvite(
  tx: Queries,
  { id, email, full_name }: Authorized<Entry, 'invite'>,
  { services, actor }: Call['context'],
): Promise<void> {
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
  const mail = waitlistInviteMail(services.env, { to: email, name: full_name, code });
  await services.mailer.send(mail, tx);
  await recordActivity(tx, {
    admin_id: actor.id,
    action: 'waitlist_invite',
    target_type: 'waitlist_entry',
    target_id: id,
  });
}
