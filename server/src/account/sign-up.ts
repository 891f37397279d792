import { randomUUID } from 'node:crypto';
import type { account } from '@kindpal/contract/account/contract';
import { type Session, TERMS_VERSION } from '@kindpal/contract/account/schema';
import { splitName } from '@kindpal/contract/member/rules';
import { APIError } from 'better-auth';
import type { OpenCall } from '../access/call.ts';
import { termsConsent } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { consumeInvite } from '../invite/consume-invite.ts';
import { isInviteOpen } from '../invite/queries.ts';
import { requireHonestName } from '../member/honest-name.ts';
import { refusal } from '../transport/refusal.ts';
import { engineHeaders } from './client.ts';
import { handOverSession } from './hand-over-session.ts';
import { requireUncommonPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

/**
 * Joins with an invite: consumes it and makes account, member and session in one transaction, or
 * none of them. A taken address gets the text that confirms nothing, and the invite stays. [U1]
 * Throws INVALID_INVITE, SIGN_UP_REFUSED, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function signUp(call: OpenCall<typeof account.signUp>): Promise<Session> {
  const { input, context } = call;
  const { limiter, db } = context.services;
  await limiter.consume('sign_up_by_ip', context.ip);
  const { full_name: name } = input.data;
  requireHonestName(context.services.env, { path: 'data.full_name', label: 'Full name', name });
  await requireUncommonPassword(input.password, input.email);
  // Hashing is dear: a person who brings no invite does not get that far.
  if (!(await isInviteOpen(db.drizzle, input.invite_code))) throw refusal('INVALID_INVITE');
  const { response, headers } = await join(call, await hashPassword(input.password));
  await limiter.giveBack('sign_up_by_ip', context.ip);
  const { return_tokens: returnTokens } = input;
  return handOverSession(context, { token: response.token ?? '', headers, returnTokens });
}

async function join({ input, context }: OpenCall<typeof account.signUp>, passwordHash: string) {
  const { auth, clock } = context.services;
  const { email, password, data } = input;
  const joining = randomUUID();
  const active_role = data.role === 'pet_sitter' ? 'pet_sitter' : 'pet_owner';
  try {
    return await auth.transaction({ joining, passwordHash }, async (tx) => {
      await consumeInvite(tx, input.invite_code, joining);
      const joined = await auth.api.signUpEmail({
        body: { name: data.full_name, email, password },
        headers: engineHeaders(context),
        returnHeaders: true,
      });
      const last_sign_in_at = new Date();
      const name = splitName(data.full_name);
      await tx
        .insert(users)
        .values({ id: joining, ...name, role: data.role, active_role, last_sign_in_at });
      await tx
        .insert(termsConsent)
        .values({ userId: joining, version: TERMS_VERSION, acceptedAt: clock.now() });
      return joined;
    });
  } catch (error) {
    if (error instanceof APIError && REFUSED.has(String(error.body?.code))) {
      throw refusal('SIGN_UP_REFUSED');
    }
    throw error;
  }
}

/** The second of two sign-ups at once with one address fails at the unique constraint. */
const REFUSED = new Set(['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'FAILED_TO_CREATE_USER']);
