import type { account } from '@kindpal/contract/account/contract';
import type { Account } from '@kindpal/contract/account/schema';
import { splitName } from '@kindpal/contract/member/rules';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { requireHonestNames } from '../member/profile/honest-name.ts';
import { updateProfile } from '../member/profile/update-profile.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import { changeEmail, mayMailChange, withdrawEmailChange } from './email/change-email.ts';
import { changePassword, holdCredential } from './password/change-password.ts';
import {
  addressPasswords,
  isOwnAddress,
  refuseSamePassword,
  requireUncommonPassword,
  requireWellFormedPassword,
} from './password/password-rules.ts';
import { hashPassword, verifyPassword } from './password/passwords.ts';
import { turnOf } from './password/turn-of.ts';
import { changePhone, requirePhoneChange } from './phone/change-phone.ts';
import { checksNonce, hasProof, requireProof } from './proof/prove-oneself.ts';
import { findAccount } from './queries.ts';
import { getUser } from './session/get-session.ts';
import { holdSession } from './session/hold-session.ts';
import { rememberDevice } from './session/known-device.ts';

type Call = MemberCall<typeof account.updateUser>;

/**
 * Changes the caller's name, phone, password or address; the latter two always with the current
 * password, a passkey or, soon after signing in, a mailed code. Everything is checked before
 * anything changes. Setting the current address again cancels a pending change. [U8] [U10] Throws
 * what `proveOneself` does, PHONE_NOT_OFFERED.
 */
export async function updateUser({ input, context }: Call): Promise<Account> {
  const { services, actor } = context;
  const { email, phone, password } = input;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  if (password !== undefined) requireWellFormedPassword(password);
  const name = input.data?.full_name === undefined ? null : splitName(input.data.full_name);
  const reading = { queries: services.db.drizzle, env: services.env };
  if (name) await requireHonestNames(reading, actor.id, name);
  const newEmail = email === own.email ? undefined : email;
  const isProved = password !== undefined || newEmail !== undefined || hasProof(input);
  const checked = isProved ? await requireProof(context, own, input) : null;
  if (phone !== undefined) await requirePhoneChange(context, phone);
  if (email === own.email) await keepAddress(context);
  if (isProved) {
    // As GoTrue clients do after a mailed link.
    const isReset = own.session_method === 'recovery' && checksNonce(input);
    const caller = turnOf(own, context);
    await change({ context, checked, from: own.email, caller, to: newEmail, input, isReset });
    // A new password makes every browser unknown, except the one where it was chosen.
    if (password !== undefined && context.credential?.by === 'token') {
      rememberDevice(context, actor.id);
    }
  }
  if (phone !== undefined) await changePhone(context, phone);
  // The name belongs to the profile, with the profile's rules.
  if (name) await updateProfile({ input: { id: actor.id, ...name }, context });
  return getUser({ context });
}

/** Cancels a pending change of address, unless the session has ended meanwhile. */
function keepAddress({ services, actor }: MemberContext): Promise<void> {
  return services.db.drizzle.transaction(async (tx) => {
    await holdSession(tx, actor);
    await withdrawEmailChange(tx, actor.id);
  });
}

type Change = {
  context: MemberContext;
  /** The verified hash of the caller's password; null for a member without one. */
  checked: string | null;
  from: string;
  /** Who waits for its hashes. */
  caller: string;
  to: string | undefined;
  input: Call['input'];
  isReset: boolean;
};

/**
 * Throws INVALID_INPUT if the new address is the password. A passkey or a mailed code reveals no
 * password to compare, so the most likely ones are compared with its hash.
 */
async function requireOtherAddress({ caller, checked, input }: Change, to: string): Promise<void> {
  const { current_password: current } = input;
  const isPassword =
    current === undefined
      ? checked !== null && (await isOneOf(addressPasswords(to), checked, caller))
      : isOwnAddress(current, to);
  if (!isPassword) return;
  throw invalidField('email', 'This address is your password. Choose another password first');
}

async function isOneOf(guesses: string[], hash: string, caller: string): Promise<boolean> {
  for (const guess of guesses) if (await verifyPassword(hash, guess, caller)) return true;
  return false;
}

async function change(given: Change): Promise<void> {
  const { context, checked, from, caller, to, input, isReset } = given;
  const { services, actor } = context;
  const { password } = input;
  if (password !== undefined) {
    // By its hash, because other characters can have the same one: passwords are normalized.
    const isSame = checked !== null && (await verifyPassword(checked, password, caller));
    if (isSame) throw refuseSamePassword();
    await requireUncommonPassword(password, from, ...(to === undefined ? [] : [to]));
    await services.limiter.consume('password_change_by_member', actor.id);
  }
  if (to !== undefined) {
    // First, because the comparison tells somebody who tries addresses which one is the password.
    await services.limiter.consume('email_change_by_member', actor.id);
    if (password === undefined) await requireOtherAddress(given, to);
  }
  const isMailed = to !== undefined && (await mayMailChange(services, { userId: actor.id, to }));
  const hash = password === undefined ? undefined : await hashPassword(password, caller);
  await services.db.drizzle.transaction(async (tx) => {
    const account = await holdCredential(tx, context, checked);
    if (hash !== undefined) await changePassword(tx, context, { account, hash, isReset });
    if (to !== undefined) await changeEmail(tx, context, { account, to, isMailed });
  });
}
