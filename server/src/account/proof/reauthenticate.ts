import { createHmac } from 'node:crypto';
import type { MemberContext } from '../../access/context.ts';
import { isSameOrigin } from '../../access/same-origin.ts';
import { reauthenticationMail } from '../../mail/mails/reauthentication.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { guessCode, makeCode, useCode } from '../one-time-codes.ts';
import { findAccount } from '../queries.ts';
import { findHash } from '../session/credential.ts';
import { holdSession } from '../session/hold-session.ts';

/** A code can replace the password for this long after a sign-in, in ms. [U10] */
const FRESH_MS = 10 * 60_000;

/**
 * Whether a mailed code is accepted in a session whose member last proved their identity at
 * `provedAt`. A phone that was stolen unlocked gives access to both the session and the mailbox,
 * but its session is rarely this new. [U10]
 */
export const takesCode = ({ clock }: Pick<Services, 'clock'>, provedAt: Date): boolean =>
  clock.now().getTime() - provedAt.getTime() <= FRESH_MS;

/**
 * Mails the caller a code that can replace the current password, in this session only. Refused
 * for pages of other sites, and where the code would not be accepted. [U10] Throws FORBIDDEN,
 * REAUTHENTICATION_NEEDED, TOO_MANY_REQUESTS.
 */
export async function reauthenticate({ context }: { context: MemberContext }) {
  const { services, actor, credential, request } = context;
  if (credential?.by === 'token' && !isSameOrigin(request, services.env))
    throw refusal('FORBIDDEN');
  const signedIn = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!signedIn) throw refusal('UNAUTHORIZED');
  if (!takesCode(services, signedIn.session_proved_at)) throw refusal('REAUTHENTICATION_NEEDED');
  await services.limiter.consume('reauthentication_by_member', actor.id);
  await services.db.drizzle.transaction(async (tx) => {
    const own = await holdSession(tx, actor);
    const { code } = await makeCode(tx, services, ownerOf(context));
    await services.mailer.send(reauthenticationMail(services.env, { to: own.email, code }), tx);
  });
  return {};
}

type Proof = { nonce: string; provedAt: Date };

/**
 * Uses up a mailed code instead of the current password, within 10 minutes of the sign-in;
 * returns the current password's hash, null if there is none. Wrong codes count like wrong
 * passwords, and five invalidate the code. [U10] Throws REAUTHENTICATION_NEEDED, WRONG_NONCE,
 * TOO_MANY_REQUESTS.
 */
export async function requireNonce(
  context: MemberContext,
  { nonce, provedAt }: Proof,
): Promise<string | null> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  if (!takesCode(services, provedAt)) throw refusal('REAUTHENTICATION_NEEDED');
  await services.limiter.consume('password_by_session', actor.session_id);
  const guessed = await guessCode(drizzle, services, { ...ownerOf(context), code: nonce });
  if (!guessed || !(await useCode(drizzle, guessed.id))) throw refusal('WRONG_NONCE');
  await services.limiter.giveBack('password_by_session', actor.session_id);
  return findHash(drizzle, actor.id);
}

/** A code is bound to the session that asked, so that it is useless in another one. */
function ownerOf({ services, actor }: MemberContext) {
  const asker = createHmac('sha256', services.secret)
    .update(`asker session ${actor.session_id}`)
    .digest();
  return { userId: actor.id, purpose: 'reauthentication' as const, asker };
}
