import { type Session, TERMS_VERSION } from '@kindpal/contract/account/schema';
import { client } from '~/lib/calls/client.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';

type NewAccount = Parameters<typeof client.account.signUp>[0];

/** The email of the last attempt without a response: its account may exist. */
let unheard: string | null = null;

/** The last email and password that don't sign anybody in: they are not tried again. */
let refused: string | null = null;

/**
 * Creates an account. If the response to the first attempt was lost, the next one is refused,
 * because the account has used its invite: the newcomer is then signed in. The browser itself may
 * make that next attempt, and hide the first: `wasValid` is whether the page has found the invite
 * valid. [U1]
 */
export async function signUpOnce(
  typed: NewAccount,
  { wasValid = false }: { wasValid?: boolean } = {},
): Promise<Session> {
  try {
    return await client.account.signUp({ ...typed, terms_version: TERMS_VERSION });
  } catch (error) {
    if (isUnreachable(error)) {
      unheard = typed.email;
      refused = null;
    } else if ((unheard === typed.email || wasValid) && hasCode(error, 'INVALID_INVITE')) {
      const session = await signInOnce(typed);
      if (session && !session.awaits_factor) return session;
    }
    throw error;
  }
}

/** Signs in with what was typed; null if that fails, and without a request if it failed before. */
async function signInOnce(typed: NewAccount): Promise<Session | null> {
  const account = JSON.stringify([typed.email, typed.password]);
  if (account === refused) return null;
  try {
    return await signIn(typed);
  } catch (error) {
    if (hasCode(error, 'WRONG_CREDENTIALS')) refused = account;
    return null;
  }
}

const signIn = ({ email, password }: NewAccount) =>
  client.account.token({ grant_type: 'password', email, password });
