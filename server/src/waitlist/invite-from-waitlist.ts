import type { WaitlistEntry, waitlist } from '@kindpal/contract/waitlist/contract';
import { and, eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { waitlistInviteMail } from '../mail/mails/waitlist-invite.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { notFound, refusal } from '../wire/refusal.ts';
import { WAITS } from './policy.ts';
import { presentWaitlistEntry } from './present.ts';

/**
 * Mails somebody who waits an invite of this member of the staff, once: of two staff at the same
 * time the second is told. Throws NOT_FOUND, ALREADY_INVITED, and FORBIDDEN for an address that has
 * not confirmed. [P4]
 */
export async function inviteFromWaitlist({
  input,
  context,
}: MemberCall<typeof waitlist.invite>): Promise<WaitlistEntry> {
  const { services, actor } = context;
  return services.db.drizzle.transaction(async (tx) => {
    const code = makeInviteCode();
    const grant = { created_by: actor.id, granted_by: actor.id, grant_reason: 'Waitlist' };
    const [invite] = await tx
      .insert(invites)
      .values({ code, ...grant })
      .returning({ id: invites.id });
    const [entry] = await tx
      .update(waitlistEntries)
      .set({ invited_at: services.clock.now(), invited_by: actor.id, invite_id: invite?.id })
      .where(and(eq(waitlistEntries.id, input.id), WAITS))
      .returning();
    if (!entry) throw await refuse(tx, input.id);
    const { email: to, full_name: name } = entry;
    await services.mailer.send(waitlistInviteMail(services.env, { to, name, code }), tx);
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'waitlist_invite',
      target_type: 'waitlist_entry',
      target_id: entry.id,
    });
    return presentWaitlistEntry(entry);
  });
}

async function refuse(tx: Queries, id: string): Promise<Error> {
  const [entry] = await tx.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
  if (!entry) return notFound();
  return refusal(entry.invited_at ? 'ALREADY_INVITED' : 'FORBIDDEN');
}
