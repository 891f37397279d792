import type { factor as calls } from '@kindpal/contract/factor/contract';
import { eq } from 'drizzle-orm';
import type { HolderCall } from '../access/call.ts';
import type { HolderContext } from '../access/context.ts';
import { addressOf } from '../account/address-of.ts';
import { findPhone } from '../account/phone/change-phone.ts';
import { findKnownDevice } from '../account/session/known-device.ts';
import { authSession } from '../db/schema/account.ts';
import { countText, countVerifyingText } from '../sms/count-text.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { makeChallenge } from './challenges.ts';
import { type PhoneFactor, textFactorCode } from './phone-code.ts';
import { findFactor } from './queries.ts';

/**
 * Starts verifying one of the caller's factors; a phone gets a code by text. Throws NOT_FOUND for
 * any other, MFA_PHONE_VERIFY_NOT_ENABLED, MFA_VERIFICATION_REJECTED, TOO_MANY_REQUESTS. [U13]
 */
export async function challengeFactor({ input, context }: HolderCall<typeof calls.challenge>) {
  const { services, holder } = context;
  const { drizzle } = services.db;
  const own = await findFactor(drizzle, { id: input.factor_id, userId: holder.id });
  if (!own) throw notFound();
  const { phone } = own;
  if (phone !== null)
    await sendCode(context, { ...own, phone, isNew: own.status === 'unverified' });
  const given = { sessionId: holder.session_id, factorId: own.id };
  return { type: own.factorType, ...(await makeChallenge(drizzle, services, given)) };
}

async function sendCode(
  context: HolderContext,
  own: PhoneFactor & { isNew: boolean },
): Promise<void> {
  const { services, holder } = context;
  const { db, texter, limiter } = services;
  if (!texter.transport) throw refusal('MFA_PHONE_VERIFY_NOT_ENABLED');
  const [session] = await db.drizzle
    .select({ method: authSession.method })
    .from(authSession)
    .where(eq(authSession.id, holder.session_id));
  // A stolen SIM would count as both factors.
  if (session?.method === 'sms') throw refusal('MFA_VERIFICATION_REJECTED');
  // Somebody who knows the password must not use up the texts of the member's own browsers. These
  // share one count, because each text costs money.
  const email = await addressOf(db.drizzle, holder.id);
  const isKnown = email !== undefined && (await findKnownDevice(context, { email })) !== null;
  await countText(limiter, isKnown ? `known devices of ${holder.id}` : holder.id);
  if (own.isNew && (await findPhone(db.drizzle, holder.id)) !== own.phone) {
    // A number that is not verified yet is counted by number; for a verified one, others who enter
    // it must not lock its member out.
    await countVerifyingText(limiter, own.phone);
  }
  await textFactorCode(services, { userId: holder.id, within: holder.session_id }, own);
}
