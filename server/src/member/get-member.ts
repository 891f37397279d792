import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile } from '@kindpal/contract/member/schema';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { notFound } from '../transport/refusal.ts';
import { presentMember, presentOwnProfile } from './present.ts';
import { findMember } from './queries.ts';

/** One profile: in full for oneself, reduced for others, more so for the signed-out. [R1] [X2] */
export async function getMember({
  input,
  context,
}: OpenCall<typeof memberCalls.get>): Promise<Profile> {
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  const row = await findMember(db.drizzle, input.id);
  if (!row) throw notFound();
  if (actor?.id === row.id) return presentOwnProfile(row, context.services.clock.now());
  if (row.suspended_at) throw notFound();
  return presentMember(row, { toMember: actor !== null, now: context.services.clock.now() });
}
