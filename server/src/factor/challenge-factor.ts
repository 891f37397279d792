import type { factor as calls } from '@kindpal/contract/factor/contract';
import type { HolderCall } from '../access/call.ts';
import { notFound } from '../transport/refusal.ts';
import { makeChallenge } from './challenges.ts';
import { findFactor } from './queries.ts';

/** Begins to verify one of the caller's factors. Throws NOT_FOUND for any other. [U13] */
export async function challengeFactor({ input, context }: HolderCall<typeof calls.challenge>) {
  const { services, holder } = context;
  const { drizzle } = services.db;
  const own = await findFactor(drizzle, { id: input.factor_id, userId: holder.id });
  if (!own) throw notFound();
  const given = { sessionId: holder.session_id, factorId: own.id };
  return { type: 'totp' as const, ...(await makeChallenge(drizzle, services, given)) };
}
