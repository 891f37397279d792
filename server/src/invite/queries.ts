import type { invite as inviteCalls } from '@kindpal/contract/invite/contract';
import { isInviteCode } from '@kindpal/contract/invite/rules';
import type { Invite } from '@kindpal/contract/invite/schema';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { MemberCall, OpenCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { IN_HAND, IS_VALID_INVITE } from './policy.ts';
import { presentInvite } from './present.ts';

/** Whether a code is valid now. [U1] */
export async function isInviteOpen(queries: Queries, code: string): Promise<boolean> {
  // An impossible code is looked up as an empty one: PostgreSQL refuses NUL, and the time stays
  // the same.
  const sought = isInviteCode(code) ? code : '';
  const found = await queries
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.code, sought), IS_VALID_INVITE));
  return found.length > 0;
}

/** Answers only yes or no about a code, with one look-up in every case. */
export async function checkInvite({
  input,
  context,
}: OpenCall<typeof inviteCalls.check>): Promise<boolean> {
  const { limiter, db } = context.services;
  await limiter.consume('invite_check_by_ip', context.ip);
  return isInviteOpen(db.drizzle, input.code);
}

/** The caller's own invite; NOT_FOUND while there is none. [I2] */
export async function getOwnInvite({
  input,
  context,
}: MemberCall<typeof inviteCalls.getMine>): Promise<Invite> {
  const { services, actor } = context;
  if (input.created_by && input.created_by !== actor.id) throw refusal('FORBIDDEN');
  const row = await findInviteInHand(services.db.drizzle, actor.id);
  if (!row) throw notFound();
  return presentInvite(row, actor.id);
}

/** The code that a member would share now: the newest valid one, else a used one, else any. [I2] */
export async function findInviteInHand(queries: Queries, memberId: string) {
  const [row] = await queries
    .select()
    .from(invites)
    .where(and(eq(invites.created_by, memberId), IN_HAND))
    .orderBy(
      sql`(${invites.is_active} AND ${invites.used_at} IS NULL) DESC`,
      sql`${invites.used_at} IS NULL`,
      desc(invites.created_at),
    )
    .limit(1);
  return row;
}
