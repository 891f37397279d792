import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import type { OpenCall } from '../../access/call.ts';
import { exchangeCode } from '../../sso/exchange-code.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { refreshSession } from './refresh-session.ts';

/**
 * The specification's single address for signing in and renewing a session. [U3] [U7] [U10] [U11]
 */
export function grantToken({ input, context }: OpenCall<typeof account.token>): Promise<Session> {
  switch (input.grant_type) {
    case 'password':
      return signIn(input, context);
    case 'pkce':
      return exchangeCode(input, context);
    case 'refresh_token':
      return refreshSession(input.refresh_token, context);
  }
}
