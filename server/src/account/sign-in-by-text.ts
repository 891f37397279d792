import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { eq } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import type { RequestContext } from '../access/context.ts';
import { authUser } from '../db/schema/account.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import { readPhone } from '../sms/phone-number.ts';
import { refusal } from '../transport/refusal.ts';
import { findAsker } from './asker.ts';
import { beginAttempt, forgiveAttempt } from './failed-attempts.ts';
import { handOverSession } from './hand-over-session.ts';
import { guessCode, useCode } from './one-time-codes.ts';
import { refuseToken } from './refuse-token.ts';
import { admitMember, startSession } from './start-session.ts';

type Input = Extract<OpenCall<typeof account.verify>['input'], { phone: string }>;

/**
 * Signs a member in with a code that was texted to their phone, where they asked for it. Wrong codes
 * count by the number, as wrong passwords do by the address. [U9]
 * Throws PHONE_NOT_OFFERED, INVALID_INPUT, TOKEN_REFUSED, TOO_MANY_REQUESTS.
 */
export async function signInByText(input: Input, context: RequestContext): Promise<Session> {
  const started = performance.now();
  const { texter, env } = context.services;
  if (!texter.transport) throw refusal('PHONE_NOT_OFFERED');
  const phone = await readPhone(env, input.phone);
  const code = input.token.replace(/\s/g, '');
  const redeemed = /^\d{6}$/.test(code) ? await tryCode({ phone, code }, context) : null;
  const session = redeemed && (await begin(redeemed, context));
  if (!session) return refuseToken(started);
  return handOverSession(context, { token: session, returnTokens: input.return_tokens });
}

/** The code that was right, and whose it is. */
type Redeemed = { id: string; userId: string };

async function tryCode(
  { phone, code }: { phone: string; code: string },
  context: RequestContext,
): Promise<Redeemed | null> {
  const { services, ip } = context;
  const attempt = { ip, email: phone, device: null };
  await beginAttempt(services, attempt);
  const asker = findAsker(context);
  const { drizzle } = services.db;
  const [member] = await drizzle
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.phone, phone));
  if (!member || !asker) return null;
  const owner = { userId: member.id, purpose: 'sms' as const, asker, phone };
  const id = await guessCode(drizzle, services, { ...owner, code });
  if (!id) {
    await noteFailedSignIn(drizzle, member.id, context);
    return null;
  }
  await forgiveAttempt(services, attempt);
  return { id, userId: member.id };
}

/** A number that was removed meanwhile has taken its codes along. */
function begin({ id, userId }: Redeemed, context: RequestContext): Promise<string | null> {
  return context.services.db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) return null;
    if (!(await useCode(tx, id))) return null;
    return startSession(tx, { userId, method: 'sms' }, context);
  });
}
