import type { passkey as calls } from '@kindpal/contract/passkey/contract';
import type { ShownPasskey } from '@kindpal/contract/passkey/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { lockActiveAccount } from '../account/policy.ts';
import { refusal } from '../transport/refusal.ts';
import { keepChallenge, usePasskeyChallenge } from './challenges.ts';
import { isTooNew } from './policy.ts';
import { listOwnPasskeys } from './queries.ts';
import { raiseByPasskey } from './raise-by-passkey.ts';
import { findShown, usePasskey } from './show-passkey.ts';
import { makeRequestOptions } from './webauthn.ts';

const ownerOf = ({ actor }: MemberContext) => ({
  purpose: 'confirmation' as const,
  sessionId: actor.session_id,
});

/**
 * Starts proving the caller's identity with one of their passkeys. [U10] Throws PASSKEY_TOO_NEW if
 * none is old enough.
 */
export async function startConfirmation({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const kept = await listOwnPasskeys(drizzle, actor.id);
  const accepted = kept.filter((one) => !isTooNew(services, one));
  // Without a list, the browser would offer every passkey of this site.
  if (kept.length > 0 && accepted.length === 0) throw refusal('PASSKEY_TOO_NEW');
  const options = await makeRequestOptions(services.env, accepted);
  const { challenge } = options;
  return {
    ...(await keepChallenge(drizzle, services, { ...ownerOf(context), challenge })),
    options,
  };
}

/**
 * Accepts one of the caller's passkeys as proof of their identity: this session is aal2, and can
 * change factors for 10 minutes. [U10] [U13] Throws WEBAUTHN_CHALLENGE_EXPIRED, PASSKEY_REFUSED,
 * PASSKEY_TOO_NEW.
 */
export function confirmWithPasskey({
  input,
  context,
}: MemberCall<typeof calls.confirm>): Promise<void> {
  return requireOwnPasskey(context, input);
}

/** The same for a passkey sent together with the action it confirms. [U10] */
export async function requireOwnPasskey(
  context: MemberContext,
  { challenge_id, credential }: ShownPasskey,
): Promise<void> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const asked = { ...ownerOf(context), id: challenge_id };
  const challenge = await usePasskeyChallenge(drizzle, services, asked);
  const shown = await findShown(services, { credential, challenge });
  if (shown.own.userId !== actor.id) throw refusal('PASSKEY_REFUSED');
  if (isTooNew(services, shown.own)) throw refusal('PASSKEY_TOO_NEW');
  await drizzle.transaction(async (tx) => {
    if (!(await lockActiveAccount(tx, actor.id))) throw refusal('UNAUTHORIZED');
    await usePasskey(tx, services, shown);
    await raiseByPasskey(tx, services, { sessionId: actor.session_id, isProof: true });
  });
}
