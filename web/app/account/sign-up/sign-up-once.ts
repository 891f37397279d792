import type { Session } from '@kindpal/contract/account/schema';
import { client } from '~/lib/calls/client.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';

type NewAccount = Parameters<typeof client.account.signUp>[0];

/** The email of the last attempt without a response: its account may exist. */
let unheard: string | null = null;

/**
 * Creates an account. If the response to the first attempt was lost, the next one is refused,
 * because the account has used its invite: the newcomer is then signed in. [U1]
 */
export async function signUpOnce(typed: NewAccount): Promise<Session> {
  try {
    return await client.account.signUp(typed);
  } catch (error) {
    if (isUnreachable(error)) unheard = typed.email;
    else if (unheard === typed.email && hasCode(error, 'INVALID_INVITE')) {
      const session = await signIn(typed).catch(() => null);
      if (session && !session.awaits_factor) return session;
    }
    throw error;
  }
}

const signIn = ({ email, password }: NewAccount) =>
  client.account.token({ grant_type: 'password', email, password });
