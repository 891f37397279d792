import { and, eq } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { lockAccount } from '../account/policy.ts';
import { beginAttempt, clearAttempt } from '../account/sign-in/failed-attempts.ts';
import { factor } from '../db/schema/factor.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import { refusal } from '../transport/refusal.ts';
import { recoveryAttempt, takeRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';
import { useStep } from './verify-factor.ts';

/**
 * Uses up a code of one of a member's authenticator apps, or a recovery code, where there is no
 * session that could hold a challenge. Wrong codes count like those of a sign-in. [U13] Throws
 * MFA_VERIFICATION_FAILED, TOO_MANY_REQUESTS.
 */
export async function useFactorCode(
  context: RequestContext,
  userId: string,
  typed: string,
): Promise<void> {
  const code = typed.replaceAll(/\s/g, '');
  const isRight = /^\d{6}$/.test(code)
    ? await useAppCode(context, userId, code)
    : await useRecoveryCode(context, userId, code);
  if (isRight) return;
  await noteFailedSignIn(context.services.db.drizzle, userId, context);
  throw refusal('MFA_VERIFICATION_FAILED');
}

async function useAppCode({ services }: RequestContext, userId: string, code: string) {
  const { drizzle } = services.db;
  const isApp = and(
    eq(factor.userId, userId),
    eq(factor.factorType, 'totp'),
    eq(factor.status, 'verified'),
  );
  const apps = await drizzle.select().from(factor).where(isApp);
  const attempts: { factor: string }[] = [];
  for (const own of apps) {
    const attempt = { factor: own.id };
    await beginAttempt(services, attempt);
    attempts.push(attempt);
    const sealed = own.sealedSecret;
    const step = sealed === null ? null : await findStep(services, { sealed, code });
    if (step === null) continue;
    await drizzle.transaction((tx) => useStep(tx, own, step));
    // Those tried before did not fail: the code was another app's.
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
