import type { ShownPasskey } from '@kindpal/contract/passkey/schema';
import type { MemberContext } from '../../access/context.ts';
import { requireOwnPasskey } from '../../passkey/confirm-with-passkey.ts';
import { refusal } from '../../transport/refusal.ts';
import { requireCurrentPassword } from '../password/change-password.ts';
import { requireLevel } from '../policy.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { findHash } from '../session/credential.ts';
import { requireNonce } from './reauthenticate.ts';

type Proof = {
  current_password?: string | undefined;
  nonce?: string | undefined;
  passkey?: ShownPasskey | undefined;
};

/**
 * Requires the caller to prove their identity again, with the current password, a passkey or a
 * mailed code; returns the hash that `holdCredential` compares under the lock. [U10] Throws
 * INSUFFICIENT_AAL, WRONG_PASSWORD, PASSKEY_REFUSED, PASSKEY_TOO_NEW, WEBAUTHN_CHALLENGE_EXPIRED,
 * WRONG_NONCE, REAUTHENTICATION_NEEDED, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function proveOneself(context: MemberContext, proof: Proof): Promise<string | null> {
  const { services, actor } = context;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  return requireProof(context, own, proof);
}

/** The same for an account that was already read. [U10] */
export async function requireProof(
  context: MemberContext,
  own: AccountRow,
  { current_password: password, nonce, passkey }: Proof,
): Promise<string | null> {
  if (passkey !== undefined && password === undefined) {
    // The session is aal2 from now on, as after signing in with a passkey.
    await requireOwnPasskey(context, passkey);
    return findHash(context.services.db.drizzle, own.id);
  }
  requireLevel(own);
  return nonce !== undefined && password === undefined
    ? requireNonce(context, { nonce, provedAt: own.session_proved_at })
    : requireCurrentPassword(context, own, password);
}

/** Whether a mailed code is the proof that is checked. */
export const checksNonce = ({ current_password, nonce, passkey }: Proof): boolean =>
  nonce !== undefined && current_password === undefined && passkey === undefined;

/** Whether a call includes a proof of identity. */
export const hasProof = ({ current_password, nonce, passkey }: Proof): boolean =>
  current_password !== undefined || nonce !== undefined || passkey !== undefined;
