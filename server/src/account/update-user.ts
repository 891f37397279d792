import type { account } from '@kindpal/contract/account/contract';
import type { Account } from '@kindpal/contract/account/schema';
import type { MemberCall } from '../access/call.ts';
import { refusal } from '../wire/refusal.ts';
import { changeEmail } from './change-email.ts';
import { changePassword, requireCurrentPassword } from './change-password.ts';
import { requireUsableEmail } from './emails.ts';
import { getUser } from './get-session.ts';
import { hashPassword } from './passwords.ts';
import { isFresh, requireGoodPassword } from './policy.ts';
import { findAccount } from './queries.ts';

/**
 * Changes the caller's password, address, or both; everything is judged before anything changes.
 * Throws WRONG_PASSWORD, SIGN_IN_AGAIN, INVALID_INPUT, TOO_MANY_REQUESTS. [U8] [U10]
 */
export async function updateUser({
  input,
  context,
}: MemberCall<typeof account.updateUser>): Promise<Account> {
  const { services, actor } = context;
  const { email, password, current_password } = input;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  if (password !== undefined) requireGoodPassword(password);
  if (email !== undefined) requireUsableEmail(email);
  const isProved = current_password !== undefined;
  if (password !== undefined || isProved) await requireCurrentPassword(context, current_password);
  if (email !== undefined && email !== own.email) {
    if (!isProved && !isFresh(own, services.clock.now())) throw refusal('SIGN_IN_AGAIN');
    await services.limiter.consume('email_change_by_member', actor.id);
  }
  const hash = password === undefined ? undefined : await hashPassword(password);
  await services.db.drizzle.transaction(async (tx) => {
    if (hash !== undefined) await changePassword(tx, context, { email: own.email, hash });
    if (email !== undefined) await changeEmail(tx, context, { from: own.email, to: email });
  });
  return getUser({ context });
}
