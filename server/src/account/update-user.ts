import type { account } from '@kindpal/contract/account/contract';
import type { Account } from '@kindpal/contract/account/schema';
import { splitName } from '@kindpal/contract/member/rules';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { updateProfile } from '../member/update-profile.ts';
import { refusal } from '../transport/refusal.ts';
import { changeEmail, withdrawEmailChange } from './change-email.ts';
import { changePassword, holdCredential, requireCurrentPassword } from './change-password.ts';
import { getUser } from './get-session.ts';
import { rememberDevice } from './known-device.ts';
import {
  refuseSamePassword,
  requireUncommonPassword,
  requireWellFormedPassword,
} from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { findAccount } from './queries.ts';

type Call = MemberCall<typeof account.updateUser>;

/**
 * Changes the caller's password, address, or both, always with the current password; everything is
 * judged before anything changes. One's own address withdraws a change that waits.
 * Throws WRONG_PASSWORD, INVALID_INPUT, TOO_MANY_REQUESTS. [U8] [U10]
 */
export async function updateUser({ input, context }: Call): Promise<Account> {
  const { services, actor } = context;
  const { email, password, current_password } = input;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  if (password !== undefined) requireWellFormedPassword(password);
  const fullName = input.data?.full_name;
  if (fullName !== undefined) await rename(context, fullName);
  if (email === own.email) await withdrawEmailChange(services.db.drizzle, actor.id);
  const newEmail = email === own.email ? undefined : email;
  if (password !== undefined || newEmail !== undefined || current_password !== undefined) {
    const proof = { email: own.email, password: current_password };
    const checked = await requireCurrentPassword(context, proof);
    await change({ context, checked, from: own.email, to: newEmail, input });
    // A new password makes every browser unknown, but not the one where it was chosen.
    if (password !== undefined && context.credential?.by === 'token') {
      rememberDevice(context, actor.id);
    }
  }
  return getUser({ context });
}

/** A name stands in the profile, under the profile's rules. [R3] */
async function rename(context: MemberContext, fullName: string): Promise<void> {
  await updateProfile({ input: { id: context.actor.id, ...splitName(fullName) }, context });
}

type Change = {
  context: MemberContext;
  /** The hash that the current password was checked against. */
  checked: string;
  from: string;
  to: string | undefined;
  input: Call['input'];
};

async function change({ context, checked, from, to, input }: Change): Promise<void> {
  const { services, actor } = context;
  const { password, current_password } = input;
  if (password !== undefined) {
    if (password === current_password) throw refuseSamePassword();
    await requireUncommonPassword(password, from);
  }
  if (to !== undefined) await services.limiter.consume('email_change_by_member', actor.id);
  const hash = password === undefined ? undefined : await hashPassword(password);
  await services.db.drizzle.transaction(async (tx) => {
    await holdCredential(tx, actor, checked);
    if (hash !== undefined) await changePassword(tx, context, { email: from, hash });
    if (to !== undefined) await changeEmail(tx, context, { from, to });
  });
}
