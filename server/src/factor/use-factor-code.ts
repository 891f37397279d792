import { and, desc, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { lockAccount } from '../account/policy.ts';
import { beginAttempt, clearAttempt } from '../account/sign-in/failed-attempts.ts';
import type { Queries } from '../db/client.ts';
import { factor } from '../db/schema/factor.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import type { Services } from '../services.ts';
import { countText } from '../sms/count-text.ts';
import { refusal } from '../transport/refusal.ts';
import { type CodeRequest, textFactorCode } from './phone-code.ts';
import { recoveryAttempt, takeRecoveryCode } from './recovery-codes.ts';
import { findUse } from './verify-factor.ts';

/**
 * Uses up a code of one of a member's authenticator apps or phones, or a recovery code, where there
 * is no session that could hold a challenge. Wrong codes count like those of a sign-in. [U13]
 * Throws MFA_VERIFICATION_FAILED, TOO_MANY_REQUESTS.
 */
export async function useFactorCode(
  context: RequestContext,
  request: CodeRequest,
  typed: string,
): Promise<void> {
  const code = typed.replaceAll(/\s/g, '');
  const isRight = /^\d{6}$/.test(code)
    ? await useShortCode(context, request, code)
    : await useRecoveryCode(context, request.userId, code);
  if (isRight) return;
  await noteFailedSignIn(context.services.db.drizzle, request.userId, context);
  throw refusal('MFA_VERIFICATION_FAILED');
}

/**
 * Texts a code for `useFactorCode` to the member's phone, the one used last if there are several.
 * [U13] Throws MFA_PHONE_VERIFY_NOT_ENABLED, also for a member without a phone as a factor, and
 * TOO_MANY_REQUESTS.
 */
export async function textCodeWithoutSession(
  services: Services,
  request: CodeRequest,
): Promise<void> {
  const all = await listVerified(services.db.drizzle, request.userId);
  const own = all.find(({ phone }) => phone !== null);
  if (!services.texter.transport || !own?.phone) throw refusal('MFA_PHONE_VERIFY_NOT_ENABLED');
  // Apart from the texts of a sign-in, which somebody who knows the password can use up.
  await countText(services.limiter, `without a session ${request.userId}`);
  await textFactorCode(services, request, { id: own.id, phone: own.phone });
}

/** A member's verified factors, the last used first. */
function listVerified(tx: Queries, userId: string) {
  return tx
    .select()
    .from(factor)
    .where(and(eq(factor.userId, userId), eq(factor.status, 'verified')))
    .orderBy(sql`${desc(factor.lastUsedAt)} nulls last`, factor.id);
}

async function useShortCode({ services }: RequestContext, request: CodeRequest, code: string) {
  const { drizzle } = services.db;
  const attempts: { factor: string }[] = [];
  for (const own of await listVerified(drizzle, request.userId)) {
    const attempt = { factor: own.id };
    await beginAttempt(services, attempt);
    attempts.push(attempt);
    const use = await findUse(services, request, { own, code });
    if (!use) continue;
    await drizzle.transaction(use);
    // Those tried before did not fail: the code was another factor's.
    for (const tried of attempts) await clearAttempt(services, tried);
    return true;
  }
  return false;
}

async function useRecoveryCode(context: RequestContext, userId: string, code: string) {
  const { services } = context;
  const attempt = recoveryAttempt(userId);
  await beginAttempt(services, attempt);
  const isUsed = await services.db.drizzle.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    return account !== null && takeRecoveryCode(tx, context, { account, code });
  });
  if (isUsed) await clearAttempt(services, attempt);
  return isUsed;
}
