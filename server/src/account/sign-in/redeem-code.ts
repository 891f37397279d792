import type { RequestContext } from '../../access/context.ts';
import type { LimitName } from '../../access/limits/limits.ts';
import { authUser } from '../../db/schema/account.ts';
import { noteFailedSignIn } from '../../security/note-security-event.ts';
import type { Services } from '../../services.ts';
import { findAsker } from '../asker.ts';
import { guessCode } from '../one-time-codes.ts';
import { type Entered, findKnownDevice, isEntered } from '../session/known-device.ts';
import { type Attempt, beginAttempt, clearAttempt } from './failed-attempts.ts';

/** A correct code or link and its member. */
export type RedeemedCode = {
  id: string;
  userId: string;
  /** Whether it is that of an email about a sign-up, which tells others to ignore it. [U1] */
  isSignUp: boolean;
};

type Typed = { code: string } & Entered;

/**
 * The sign-in code, if it is correct and was requested here; null otherwise. Wrong codes count
 * like wrong passwords, by address or number, and fewer are allowed per day for an address.
 * [U9] Throws TOO_MANY_REQUESTS.
 */
export async function redeemCode(
  { code, ...typed }: Typed,
  context: RequestContext,
): Promise<RedeemedCode | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { services, ip } = context;
  const { drizzle } = services.db;
  const isMail = 'email' in typed;
  const device = (await findKnownDevice(context, typed))?.id ?? null;
  const attempt = { ip, email: isMail ? typed.email : typed.phone, device };
  // With many browsers and networks, somebody gets many codes mailed and could guess each of them,
  // also in browsers where they once signed in: guesses have a daily limit by address as well.
  const daily = isMail ? dailyLimit(typed.email, device) : null;
  await beginGuess(services, attempt, daily);
  const asker = findAsker(context);
  const [member] = await drizzle.select({ id: authUser.id }).from(authUser).where(isEntered(typed));
  if (!member || !asker) return null;
  const owner = { userId: member.id, asker };
  const purpose = isMail
    ? { purpose: 'sign_in' as const }
    : { purpose: 'sms' as const, phone: typed.phone };
  const guessed = await guessCode(drizzle, services, { ...owner, ...purpose, code });
  if (!guessed) {
    await noteFailedSignIn(drizzle, member.id, context);
    return null;
  }
  await clearAttempt(services, attempt);
  if (daily) await services.limiter.giveBack(daily.rule, daily.email);
  return { ...guessed, userId: member.id };
}

type Daily = { rule: LimitName; email: string };

/** Apart for known devices, so that strangers cannot use up the guesses of the member. */
const dailyLimit = (email: string, device: string | null): Daily => ({
  rule: device ? 'known_code_guess_by_address' : 'code_guess_by_address',
  email,
});

/** Counts a guess before it is compared, also against its daily limit. */
async function beginGuess(
  services: Services,
  attempt: Attempt,
  daily: Daily | null,
): Promise<void> {
  const { limiter } = services;
  if (daily) await limiter.consume(daily.rule, daily.email);
  try {
    await beginAttempt(services, attempt);
  } catch (error) {
    // The attempt has to wait, so no code is compared and none counts.
    if (daily) await limiter.giveBack(daily.rule, daily.email);
    throw error;
  }
}
