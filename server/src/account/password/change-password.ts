import { eq } from 'drizzle-orm';
import type { MemberContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authAccount, authSession } from '../../db/schema/account.ts';
import { invalidField, refusal } from '../../transport/refusal.ts';
import type { LockedAccount } from '../policy.ts';
import type { AccountRow } from '../queries.ts';
import { findHash, isCredentialOf, setPassword } from '../session/credential.ts';
import { endSessions } from '../session/end-sessions.ts';
import { holdSession } from '../session/hold-session.ts';
import { queueFailureWarning } from '../sign-in/warn-of-failures.ts';
import { removeNewWaysIn } from '../takeover/remove-new-ways-in.ts';
import { mailPasswordChange } from './mail-password-change.ts';
import { verifyPassword } from './passwords.ts';
import { cancelResetTokens } from './reset-tokens.ts';
import { turnOf } from './turn-of.ts';

/**
 * Returns the hash that the current password was checked against. Throws WRONG_PASSWORD if it
 * does not match, INVALID_INPUT when it is missing, and TOO_MANY_REQUESTS after too many
 * failures; these are counted by session, so that a stolen session cannot lock its member out.
 * [U8]
 */
export async function requireCurrentPassword(
  context: MemberContext,
  own: AccountRow,
  password: string | undefined,
): Promise<string> {
  if (!password) throw invalidField('current_password', 'Please enter your current password.');
  const { services, actor } = context;
  const { db, limiter } = services;
  await limiter.consume('password_by_session', actor.session_id).catch(async (error) => {
    await queueFailureWarning(services, own.email);
    throw error;
  });
  const hash = await findHash(db.drizzle, actor.id);
  if (!hash || !(await verifyPassword(hash, password, turnOf(own, context))))
    throw refusal('WRONG_PASSWORD');
  await limiter.giveBack('password_by_session', actor.session_id);
  return hash;
}

/**
 * Locks account, session and credential, and verifies that none has changed since the caller
 * proved their identity: a concurrent reset, sign-out or suspension wins. The proof then counts for
 * 10 minutes in this session. Throws UNAUTHORIZED, WRONG_PASSWORD. [U8] [U10]
 */
export async function holdCredential(
  tx: Queries,
  { actor, services }: Pick<MemberContext, 'actor' | 'services'>,
  checked: string | null,
): Promise<LockedAccount> {
  const account = await holdSession(tx, actor);
  const [kept] = await tx
    .select({ hash: authAccount.password })
    .from(authAccount)
    .where(isCredentialOf(actor.id))
    .for('update');
  if ((kept?.hash ?? null) !== checked) throw refusal('WRONG_PASSWORD');
  await tx
    .update(authSession)
    .set({ confirmedAt: services.clock.now() })
    .where(eq(authSession.id, actor.session_id));
  return account;
}

type Change = {
  account: LockedAccount;
  hash: string;
  /** Whether the session began with a mailed link, and nothing but a mailed code proved more. */
  isReset: boolean;
};

/**
 * Sets the caller's password from a hash made before, ends their other sessions, cancels a
 * deletion that one of them requested, and notifies them. A reset removes new ways to sign in. [U5]
 * [U8] [U13] [X1]
 */
export async function changePassword(
  tx: Queries,
  context: MemberContext,
  { account, hash, isReset }: Change,
): Promise<void> {
  const { actor } = context;
  await setPassword(tx, account.id, hash);
  const removed = isReset ? await removeNewWaysIn(tx, account, context) : [];
  await mailPasswordChange(tx, context, { account, removed, keep: actor.session_id });
  await cancelResetTokens(tx, account);
  await endSessions(tx, account, actor.session_id);
}
