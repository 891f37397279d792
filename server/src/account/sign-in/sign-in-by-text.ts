import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, lte } from 'drizzle-orm';
import type { OpenCall } from '../../access/call.ts';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { readOfferedPhone } from '../../sms/phone-number.ts';
import { useCode } from '../one-time-codes.ts';
import { refuseToken } from '../refuse-token.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { admitMember, startSession } from '../session/start-session.ts';
import { newSince } from '../takeover/new-since.ts';
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
    const isProof = await isSettled(tx, userId, context);
    return startSession(tx, { userId, method: 'sms', isProof }, context);
  });
}

/** A stolen session may have added a newer number, which therefore only signs in. [U10] */
async function isSettled(
  tx: Queries,
  userId: string,
  { services }: RequestContext,
): Promise<boolean> {
  const [settled] = await tx
    .select({ id: authUser.id })
    .from(authUser)
    .where(and(eq(authUser.id, userId), lte(authUser.phoneConfirmedAt, newSince(services))));
  return settled !== undefined;
}
