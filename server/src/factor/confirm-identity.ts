import type { factor as calls } from '@kindpal/contract/factor/contract';
import type { MemberCall } from '../access/call.ts';
import { holdCredential } from '../account/password/change-password.ts';
import { proveOneself } from '../account/proof/prove-oneself.ts';

/**
 * Accepts the current password, or within 10 minutes of signing in a mailed code, as proof of the
 * caller's identity. The proof is valid in this session for 10 minutes. Failures are counted by
 * session. [U10] Throws
 * WRONG_PASSWORD, WRONG_NONCE, REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL, TOO_MANY_REQUESTS.
 */
export async function confirmIdentity({
  input,
  context,
}: MemberCall<typeof calls.confirm>): Promise<void> {
  const { password: current_password, nonce } = input;
  const checked = await proveOneself(context, { current_password, nonce });
  await context.services.db.drizzle.transaction((tx) => holdCredential(tx, context, checked));
}
