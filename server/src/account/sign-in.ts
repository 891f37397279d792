import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { APIError } from 'better-auth';
import type { OpenCall } from '../access/call.ts';
import { refusal } from '../wire/refusal.ts';
import { engineHeaders } from './client.ts';
import { handOverSession } from './hand-over-session.ts';

type TokenCall = OpenCall<typeof account.token>;
export type PasswordGrant = Extract<TokenCall['input'], { grant_type: 'password' }>;

/**
 * Signs in with a password. An unknown address, a wrong password and a suspended member are told
 * the same after the same work: the engine hashes where it has nothing to compare. [U3]
 * Throws WRONG_CREDENTIALS, TOO_MANY_REQUESTS.
 */
export async function signIn(
  input: PasswordGrant,
  context: TokenCall['context'],
): Promise<Session> {
  const { limiter, auth } = context.services;
  const { email, password, return_tokens: returnTokens } = input;
  await limiter.consume('sign_in_by_ip', context.ip);
  await limiter.consume('sign_in_by_address', email);
  const signedIn = await auth.api
    .signInEmail({
      body: { email, password },
      headers: engineHeaders(context),
      returnHeaders: true,
    })
    .catch((error) => {
      if (error instanceof APIError && error.statusCode < 500) throw refusal('WRONG_CREDENTIALS');
      throw error;
    });
  await limiter.giveBack('sign_in_by_address', email);
  await limiter.giveBack('sign_in_by_ip', context.ip);
  const { response, headers } = signedIn;
  return handOverSession(context, { token: response.token, headers, returnTokens });
}
