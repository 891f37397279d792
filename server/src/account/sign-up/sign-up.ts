import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import type { OpenCall } from '../../access/call.ts';
import { authAccount } from '../../db/schema/account.ts';
import { isInviteOpen } from '../../invite/queries.ts';
import { requireHonestName } from '../../member/profile/honest-name.ts';
import { refusal } from '../../transport/refusal.ts';
import { requireUncommonPassword } from '../password/password-rules.ts';
import { hashPassword } from '../password/passwords.ts';
import { credentialOf } from '../session/credential.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { startSession } from '../session/start-session.ts';
import { addCode, countCode } from '../sign-in/request-code.ts';
import { confirmBefore } from './confirmation.ts';
import { createMember, isTakenAddress } from './create-member.ts';

type Call = OpenCall<typeof account.signUp>;

/**
 * Joins with an invite: uses it up, creates account, member and session, and queues the code that
 * confirms the address, in one transaction, or does nothing. For a taken address the answer reveals
 * nothing, and the invite stays. [U1] Throws INVALID_INVITE, SIGN_UP_REFUSED, INVALID_INPUT,
 * TOO_MANY_REQUESTS.
 */
export async function signUp(call: Call): Promise<Session> {
  const { input, context } = call;
  const { limiter, db } = context.services;
  await limiter.consume('sign_up_by_ip', context.ip);
  const { full_name: name } = input.data;
  requireHonestName(context.services.env, { path: 'data.full_name', label: 'Full name', name });
  await requireUncommonPassword(input.password, input.email);
  // Hashing is expensive, so the invite is checked first.
  if (!(await isInviteOpen(db.drizzle, input.invite_code))) throw refusal('INVALID_INVITE');
  await limiter.consume('join_by_ip', context.ip);
  const token = await join(call).catch(async (error) => {
    await limiter.giveBack('join_by_ip', context.ip);
    throw error;
  });
  await limiter.giveBack('sign_up_by_ip', context.ip);
  return handOverSession(context, { token, returnTokens: input.return_tokens });
}

async function join({ input, context }: Call): Promise<string> {
  const { services } = context;
  const hash = await hashPassword(input.password, context.ip);
  const code = { email: input.email, isKnown: false, ifUnconfirmed: true };
  const isMailed = confirmBefore(services) && (await countCode(context, code));
  try {
    return await services.db.drizzle.transaction(async (tx) => {
      const userId = await createMember(tx, services, { ...input, isVerified: false });
      await tx.insert(authAccount).values(credentialOf(userId, hash));
      if (isMailed) await addCode(context, code, tx);
      return startSession(tx, { userId, method: 'password', isFirst: true }, context);
    });
  } catch (error) {
    if (isTakenAddress(error)) throw refusal('SIGN_UP_REFUSED');
    throw error;
  }
}
