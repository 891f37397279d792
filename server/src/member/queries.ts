import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile } from '@kindpal/contract/member/schema';
import { eq } from 'drizzle-orm';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { notFound } from '../wire/refusal.ts';
import { presentMember, presentOwnProfile } from './present.ts';

export type MemberRow = typeof users.$inferSelect & { email: string };

/** A member's row with the address, suspended or not; null when there is none. */
export async function findMember(queries: Queries, id: string): Promise<MemberRow | null> {
  const [row] = await queries
    .select({ user: users, email: authUser.email })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
  return row ? { ...row.user, email: row.email } : null;
}

/** One profile: in full for oneself, reduced for others, more so for the signed-out. [R1] [X2] */
export async function getMember({
  input,
  context,
}: OpenCall<typeof memberCalls.get>): Promise<Profile> {
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  const row = await findMember(db.drizzle, input.id);
  if (!row) throw notFound();
  if (actor?.id === row.id) return presentOwnProfile(row);
  if (row.suspended_at) throw notFound();
  return presentMember(row, actor !== null);
}
