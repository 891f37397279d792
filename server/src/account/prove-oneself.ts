import type { MemberContext } from '../access/context.ts';
import { refusal } from '../transport/refusal.ts';
import { requireCurrentPassword } from './change-password.ts';
import { requireLevel } from './policy.ts';
import { findAccount } from './queries.ts';
import { requireNonce } from './reauthenticate.ts';

type Proof = { current_password?: string | undefined; nonce?: string | undefined };

/**
 * Asks the caller to prove once more who they are, with the current password or a mailed code; gives
 * what `holdCredential` compares with under the lock. [U10]
 * Throws INSUFFICIENT_AAL, WRONG_PASSWORD, WRONG_NONCE, REAUTHENTICATION_NEEDED, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function proveOneself(
  context: MemberContext,
  { current_password, nonce }: Proof,
): Promise<string | null> {
  const { services, actor } = context;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  requireLevel(own);
  return nonce !== undefined && current_password === undefined
    ? requireNonce(context, { nonce, provedAt: own.session_proved_at })
    : requireCurrentPassword(context, { email: own.email, password: current_password });
}
