import { randomBytes } from 'node:crypto';
import { INVITE_LENGTH, inviteCodeFrom } from '@kindpal/contract/invite/rules';
import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import { requireConfirmedEmail } from '../account/sign-up/confirmation.ts';
import { invites } from '../db/schema/invite.ts';
import { refusal } from '../transport/refusal.ts';
import { IN_HAND, IS_VALID_INVITE } from './policy.ts';
import { findInviteInHand } from './queries.ts';

/** A new code of 60 random bits. [I1] */
export function makeInviteCode(): string {
  return inviteCodeFrom(randomBytes(INVITE_LENGTH));
}

/**
 * The caller's standing code, made on the first call and the same afterwards; once used, another
 * one that staff granted. Throws INVITE_USED when every code was used, FORBIDDEN when staff
 * disabled the last one, and EMAIL_NOT_CONFIRMED for a newcomer who has to confirm: one invite
 * could become any number of accounts, each inviting the next. [I1] [I3]
 */
export async function generateInvite({ context }: { context: MemberContext }): Promise<string> {
  const queries = context.services.db.drizzle;
  const { id: created_by } = context.actor;
  await requireConfirmedEmail(queries, created_by);
  // A concurrent second click hits the unique index, and reads what the first has created.
  await queries
    .insert(invites)
    .values({ code: makeInviteCode(), created_by })
    .onConflictDoNothing();
  const [standing] = await queries
    .select({ code: invites.code })
    .from(invites)
    .where(
      and(
        eq(invites.created_by, created_by),
        IN_HAND,
        eq(invites.kind, 'standing'),
        IS_VALID_INVITE,
      ),
    );
  if (standing) return standing.code;
  const invite = await findInviteInHand(queries, created_by);
  // The account is being closed, and its codes with it.
  if (!invite) throw refusal('UNAUTHORIZED');
  if (invite.used_at) throw refusal('INVITE_USED');
  if (!invite.is_active) throw refusal('FORBIDDEN');
  return invite.code;
}
