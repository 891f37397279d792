import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import type { OpenCall } from '../../access/call.ts';
import type { RequestContext } from '../../access/context.ts';
import { readOfferedPhone } from '../../sms/phone-number.ts';
import { useCode } from '../one-time-codes.ts';
import { refuseToken } from '../refuse-token.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { admitMember, startSession } from '../session/start-session.ts';
import { type RedeemedCode, redeemCode } from './redeem-code.ts';

type Input = Extract<OpenCall<typeof account.verify>['input'], { phone: string }>;

/**
 * Signs a member in with a texted code, in the browser that requested it. Wrong codes count by
 * number, like wrong passwords by address. [U9] Throws PHONE_NOT_OFFERED, INVALID_INPUT,
 * TOKEN_REFUSED, TOO_MANY_REQUESTS.
 */
export async function signInByText(input: Input, context: RequestContext): Promise<Session> {
  const started = performance.now();
  const phone = await readOfferedPhone(context.services, input.phone);
  const code = input.token.replace(/\s/g, '');
  const redeemed = await redeemCode({ phone, code }, context);
  const session = redeemed && (await begin(redeemed, context));
  if (!session) return refuseToken(started);
  return handOverSession(context, { token: session, returnTokens: input.return_tokens });
}

/** Removing a number has also removed its codes. */
function begin({ id, userId }: RedeemedCode, context: RequestContext): Promise<string | null> {
  return context.services.db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) return null;
    if (!(await useCode(tx, id))) return null;
    return startSession(tx, { userId, method: 'sms' }, context);
  });
}
