import type { Session } from '@kindpal/contract/account/schema';
import type { passkey as calls } from '@kindpal/contract/passkey/contract';
import { ORPCError } from '@orpc/server';
import type { OpenCall } from '../access/call.ts';
import type { RequestContext } from '../access/context.ts';
import { findAsker, makeAsker } from '../account/asker.ts';
import { countFailure } from '../account/count-failure.ts';
import { handOverSession } from '../account/session/hand-over-session.ts';
import { countStart } from '../account/session/known-device.ts';
import { admitMember, startSession } from '../account/session/start-session.ts';
import { findSuspension } from '../moderation/queries.ts';
import { suspensionToken } from '../moderation/suspension-link.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import { refusal } from '../transport/refusal.ts';
import { keepChallenge, usePasskeyChallenge } from './challenges.ts';
import { isTooNew } from './policy.ts';
import { findCredential } from './queries.ts';
import { findShown, usePasskey } from './show-passkey.ts';
import { makeRequestOptions } from './webauthn.ts';

/**
 * Starts signing in: a challenge for this browser, which reveals nothing about any account. [U13]
 * Throws TOO_MANY_REQUESTS.
 */
export async function startSignIn({ context }: { context: RequestContext }) {
  const { services } = context;
  await countStart(context, 'passkey_by_ip');
  const options = await makeRequestOptions(services.env, []);
  const asker = makeAsker(context);
  const owner = { purpose: 'sign_in' as const, asker, challenge: options.challenge };
  return { ...(await keepChallenge(services.db.drizzle, services, owner)), options };
}

type Call = OpenCall<typeof calls.signIn>;

/**
 * Signs in the member whose passkey signed this browser's challenge, at aal2. [U13] Throws
 * WEBAUTHN_CHALLENGE_EXPIRED, PASSKEY_REFUSED, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS.
 */
export async function signInWithPasskey({ input, context }: Call): Promise<Session> {
  const token = await countFailure(context, 'sign_in_by_ip', () => redeem({ input, context }));
  return handOverSession(context, { token, returnTokens: input.return_tokens });
}

async function redeem({ input, context }: Call): Promise<string> {
  const { services } = context;
  const { drizzle } = services.db;
  const asker = findAsker(context);
  if (!asker) throw refusal('WEBAUTHN_CHALLENGE_EXPIRED');
  const asked = { purpose: 'sign_in' as const, asker, id: input.challenge_id };
  const challenge = await usePasskeyChallenge(drizzle, services, asked);
  return begin({ input, context }, challenge).catch((error) =>
    noteFailure({ input, context }, error),
  );
}

async function begin({ input, context }: Call, challenge: string): Promise<string> {
  const { services } = context;
  const { credential } = input;
  const shown = await findShown(services, { credential, challenge });
  const { userId } = shown.own;
  const token = await services.db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) return null;
    await usePasskey(tx, services, shown);
    const isProof = !isTooNew(services, shown.own);
    return startSession(tx, { userId, method: 'passkey', isProof }, context);
  });
  if (token) return token;
  const suspension = await findSuspension(services.db.drizzle, userId);
  if (!suspension) throw refusal('PASSKEY_REFUSED');
  throw refusal('ACCOUNT_SUSPENDED', { token: suspensionToken(services, suspension) });
}

/** A failed sign-in with a member's passkey is recorded among their security events. */
async function noteFailure({ input, context }: Call, error: unknown): Promise<never> {
  if (error instanceof ORPCError && error.code === 'PASSKEY_REFUSED') {
    const { drizzle } = context.services.db;
    const named = await findCredential(drizzle, input.credential.id);
    if (named) await noteFailedSignIn(drizzle, named.userId, context);
  }
  throw error;
}
