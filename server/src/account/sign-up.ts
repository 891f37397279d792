import { randomUUID } from 'node:crypto';
import type { account } from '@kindpal/contract/account/contract';
import { type Session, TERMS_VERSION } from '@kindpal/contract/account/schema';
import { splitName } from '@kindpal/contract/member/rules';
import type { OpenCall } from '../access/call.ts';
import { isUniqueViolation } from '../db/client.ts';
import { authAccount, authUser, termsConsent } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { storeConsent } from '../guideline/consent.ts';
import { consumeInvite } from '../invite/consume-invite.ts';
import { isInviteOpen } from '../invite/queries.ts';
import { requireHonestName } from '../member/honest-name.ts';
import { refusal } from '../transport/refusal.ts';
import { confirmBefore } from './confirmation.ts';
import { credentialOf } from './credential.ts';
import { handOverSession } from './hand-over-session.ts';
import { requireUncommonPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { queueCode } from './request-code.ts';
import { startSession } from './start-session.ts';

type Call = OpenCall<typeof account.signUp>;

/**
 * Joins with an invite: consumes it and makes account, member and session in one transaction, or
 * none of them. Where a mail server is set, the address is to be confirmed. A taken address gets the text that confirms nothing, and the invite stays. [U1]
 * Throws INVALID_INVITE, SIGN_UP_REFUSED, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function signUp(call: Call): Promise<Session> {
  const { input, context } = call;
  const { limiter, db } = context.services;
  await limiter.consume('sign_up_by_ip', context.ip);
  const { full_name: name } = input.data;
  requireHonestName(context.services.env, { path: 'data.full_name', label: 'Full name', name });
  await requireUncommonPassword(input.password, input.email);
  // Hashing is dear: a person who brings no invite does not get that far.
  if (!(await isInviteOpen(db.drizzle, input.invite_code))) throw refusal('INVALID_INVITE');
  const token = await join(call, await hashPassword(input.password));
  await limiter.giveBack('sign_up_by_ip', context.ip);
  if (confirmBefore(context.services)) await queueCode(context, input.email, true);
  return handOverSession(context, { token, returnTokens: input.return_tokens });
}

async function join({ input, context }: Call, passwordHash: string): Promise<string> {
  const { email, data, invite_code } = input;
  const { db, clock } = context.services;
  const id = randomUUID();
  const active_role = data.role === 'pet_sitter' ? 'pet_sitter' : 'pet_owner';
  try {
    return await db.drizzle.transaction(async (tx) => {
      await consumeInvite(tx, invite_code, id);
      const confirmBy = confirmBefore(context.services);
      await tx.insert(authUser).values({ id, name: data.full_name, email, confirmBy });
      await tx.insert(authAccount).values(credentialOf(id, passwordHash));
      const name = splitName(data.full_name);
      await tx
        .insert(users)
        .values({ id, ...name, role: data.role, active_role, last_sign_in_at: new Date() });
      await tx
        .insert(termsConsent)
        .values({ userId: id, version: TERMS_VERSION, acceptedAt: clock.now() });
      await storeConsent(tx, id, clock.now());
      return startSession(tx, { userId: id, method: 'password', isFirst: true }, context);
    });
  } catch (error) {
    if (ADDRESS_CONSTRAINTS.some((name) => isUniqueViolation(error, name))) {
      throw refusal('SIGN_UP_REFUSED');
    }
    throw error;
  }
}

const ADDRESS_CONSTRAINTS = ['user_email_unique', 'user_email_any_case'];
