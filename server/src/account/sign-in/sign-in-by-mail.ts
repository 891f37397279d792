import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { findHolder } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import type { RequestContext } from '../../access/context.ts';
import { refusal } from '../../transport/refusal.ts';
import { findAsker } from '../asker.ts';
import { findLinkedCode, useCode } from '../one-time-codes.ts';
import { lockActiveAccount } from '../policy.ts';
import { findAccount } from '../queries.ts';
import { refuseToken } from '../refuse-token.ts';
import { getSession } from '../session/get-session.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { admitMember, startSession } from '../session/start-session.ts';
import { confirmMailbox, markConfirmed } from '../sign-up/confirm-mailbox.ts';
import { isNewcomersBrowser } from '../sign-up/newcomers-browser.ts';
import { type RedeemedCode, redeemCode } from './redeem-code.ts';

type Input = Extract<OpenCall<typeof account.verify>['input'], { confirmed: boolean }>;

/**
 * Signs a member in with a mailed code, in the browser that requested it, or with the link in the
 * same email, which works elsewhere once `confirmed` says that a person pressed a button. Wrong
 * codes count like wrong passwords. [U9] Throws TOKEN_REFUSED, CONFIRMATION_NEEDED,
 * TOO_MANY_REQUESTS.
 */
export async function signInByMail(input: Input, context: RequestContext): Promise<Session> {
  const started = performance.now();
  const { email, token, token_hash: link } = input;
  const redeemed = link
    ? await openLink({ link, confirmed: input.confirmed }, context)
    : await redeemCode({ email: email ?? '', code: token ?? '' }, context);
  const kept = redeemed && (await confirmHere(redeemed, context));
  if (kept) return kept;
  const session = redeemed && (await begin(redeemed, context));
  if (!session) return refuseToken(started);
  return handOverSession(context, { token: session, returnTokens: input.return_tokens });
}

async function openLink(
  { link, confirmed }: { link: string; confirmed: boolean },
  context: RequestContext,
): Promise<RedeemedCode | null> {
  const { services } = context;
  const found = await findLinkedCode(services.db.drizzle, services, link);
  if (!found) return null;
  const isAsker = findAsker(context)?.equals(found.asker) ?? false;
  if (!isAsker && !confirmed) throw refusal('CONFIRMATION_NEEDED', { email: found.email });
  return found;
}

/**
 * In a session of the same member the code confirms the address without starting another session.
 * [U1]
 */
async function confirmHere(
  { id, userId }: RedeemedCode,
  context: RequestContext,
): Promise<Session | null> {
  const { credential, services } = context;
  const own = credential?.by === 'token' ? await findAccount(services.db, credential) : null;
  if (own?.id !== userId || own.session_awaits_factor) return null;
  await services.db.drizzle.transaction(async (tx) => {
    // The account first, as in whatever removes it: different lock orders would deadlock.
    if (!(await lockActiveAccount(tx, userId))) throw refusal('TOKEN_REFUSED');
    if (!(await useCode(tx, id))) throw refusal('TOKEN_REFUSED');
    await markConfirmed(tx, userId);
  });
  return (await getSession({ context })).session;
}

/**
 * Uses up the code and starts the session; reading the mailbox also confirms the address. What a
 * newcomer has set up stays theirs with the email about their sign-up, in their session, and in a
 * browser where they joined or have signed in. [U1]
 */
async function begin(
  { id, userId, isSignUp }: RedeemedCode,
  context: RequestContext,
): Promise<string | null> {
  const { db } = context.services;
  const own = context.credential && (await findHolder(db, context.credential));
  return db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) return null;
    const account = await lockActiveAccount(tx, userId);
    if (!account || !(await useCode(tx, id))) return null;
    const isOwn = isSignUp || own?.id === userId || isNewcomersBrowser(context, userId);
    if (isOwn) await markConfirmed(tx, userId);
    const endsOthers = !isOwn && (await confirmMailbox(tx, account));
    return startSession(tx, { userId, method: 'otp', endsOthers }, context);
  });
}
