import type { factor as calls } from '@kindpal/contract/factor/contract';
import { FACTORS_MAX } from '@kindpal/contract/factor/schema';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { factor } from '../db/schema/factor.ts';
import { hintOf, readPhone } from '../sms/phone-number.ts';
import { refusal } from '../transport/refusal.ts';
import { lockForFactors } from './policy.ts';
import { listOwnFactors } from './queries.ts';
import { makeSecret } from './totp.ts';

/** How many unverified factors are kept: each tab may have started one. */
const BEGUN_MAX = 3;

/**
 * Starts enrolling a phone or an authenticator app, whose secret is returned only now. Two tabs
 * each have their own, and verifying one removes the others. [U13] Throws
 * REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL, TOO_MANY_ENROLLED_MFA_FACTORS,
 * MFA_FACTOR_NAME_CONFLICT, MFA_PHONE_ENROLL_NOT_ENABLED.
 */
export async function enrollFactor({ input, context }: MemberCall<typeof calls.enroll>) {
  const { services, actor } = context;
  if (input.factor_type === 'phone') return enrollPhone({ input, context });
  const friendly_name = input.friendly_name || null;
  return services.db.drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    await requireRoom(tx, actor.id, friendly_name);
    const { sealed, shown } = await makeSecret(services, account.email);
    await removeOldest(tx, actor.id);
    const [made] = await tx
      .insert(factor)
      .values({
        userId: actor.id,
        factorType: 'totp',
        friendlyName: friendly_name,
        sealedSecret: sealed,
      })
      .returning({ id: factor.id });
    return { id: made?.id as string, type: 'totp' as const, friendly_name, totp: shown };
  });
}

/** The phone need not be the one used to sign in; its name does not contain the number. */
async function enrollPhone({ input, context }: MemberCall<typeof calls.enroll>) {
  const { services, actor } = context;
  if (!services.texter.transport) throw refusal('MFA_PHONE_ENROLL_NOT_ENABLED');
  const phone = await readPhone(services.env, input.phone ?? '');
  return services.db.drizzle.transaction(async (tx) => {
    await lockForFactors(tx, context);
    const friendly_name = input.friendly_name || (await nameOfPhone(tx, actor.id, phone));
    await requireRoom(tx, actor.id, friendly_name);
    await removeOldest(tx, actor.id);
    const [made] = await tx
      .insert(factor)
      .values({ userId: actor.id, factorType: 'phone', friendlyName: friendly_name, phone })
      .returning({ id: factor.id });
    return { id: made?.id as string, type: 'phone' as const, friendly_name, phone };
  });
}

/** 'Phone ending in 42', with a counter when another factor's number ends the same. [U13] */
async function nameOfPhone(tx: Queries, userId: string, phone: string): Promise<string> {
  const hint = hintOf(phone);
  const verified = await tx
    .select({ phone: factor.phone, name: factor.friendlyName })
    .from(factor)
    .where(and(eq(factor.userId, userId), eq(factor.status, 'verified')));
  const same = verified.find((one) => one.phone === phone);
  if (same) return same.name ?? hint;
  const isTaken = (asked: string) =>
    verified.some((one) => one.name?.toLowerCase() === asked.toLowerCase());
  let name = hint;
  for (let nth = 2; isTaken(name); nth += 1) name = `${hint} (${nth})`;
  return name;
}

/** Throws unless the locked account has room for another factor with this name. */
async function requireRoom(tx: Queries, userId: string, name: string | null): Promise<void> {
  if ((await listVerified(tx, userId)).length >= FACTORS_MAX) {
    throw refusal('TOO_MANY_ENROLLED_MFA_FACTORS');
  }
  await requireFreeName(tx, userId, name);
}

/** Throws MFA_FACTOR_NAME_CONFLICT if another factor of the locked account has this name. [U13] */
export async function requireFreeName(
  tx: Queries,
  userId: string,
  name: string | null,
): Promise<void> {
  const verified = await listVerified(tx, userId);
  const isTaken = verified.some(
    ({ friendly_name }) => name && friendly_name?.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw refusal('MFA_FACTOR_NAME_CONFLICT');
}

async function listVerified(tx: Queries, userId: string) {
  return (await listOwnFactors(tx, userId)).filter(({ status }) => status === 'verified');
}

/** Makes room for another unverified factor. */
async function removeOldest(tx: Queries, userId: string): Promise<void> {
  const begun = await tx
    .select({ id: factor.id })
    .from(factor)
    .where(and(eq(factor.userId, userId), eq(factor.status, 'unverified')))
    .orderBy(desc(factor.createdAt), desc(factor.id));
  const old = begun.slice(BEGUN_MAX - 1).map(({ id }) => id);
  if (old.length > 0) await tx.delete(factor).where(inArray(factor.id, old));
}
