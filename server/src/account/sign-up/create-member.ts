import { randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '@kindpal/contract/account/schema';
import type { signUpSchema } from '@kindpal/contract/account/sign-up';
import { splitName } from '@kindpal/contract/member/rules';
import type { z } from 'zod';
import { isUniqueViolation, type Queries } from '../../db/client.ts';
import { authUser, termsConsent } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import { storeConsent } from '../../guideline/consent.ts';
import { consumeInvite } from '../../invite/consume-invite.ts';
import type { Services } from '../../services.ts';
import { confirmBefore } from './confirmation.ts';

type Newcomer = Pick<
  z.output<typeof signUpSchema>,
  'email' | 'data' | 'invite_code' | 'terms_version'
> & {
  /** A trusted provider says that they own this mailbox. */
  isVerified: boolean;
};

/**
 * Uses up an invite and creates account, member and consent; returns the id. The caller adds the
 * sign-in method in the same transaction. [U1] Throws INVALID_INVITE.
 */
export async function createMember(
  tx: Queries,
  services: Services,
  { email, data, invite_code, terms_version: version = TERMS_VERSION, isVerified }: Newcomer,
): Promise<string> {
  const id = randomUUID();
  const now = services.clock.now();
  const active_role = data.role === 'pet_sitter' ? 'pet_sitter' : 'pet_owner';
  await consumeInvite(tx, invite_code, id);
  await tx.insert(authUser).values({
    id,
    name: data.full_name,
    email,
    emailVerified: isVerified,
    confirmBy: isVerified ? null : confirmBefore(services),
  });
  await tx.insert(users).values({
    id,
    ...splitName(data.full_name),
    role: data.role,
    active_role,
    last_sign_in_at: new Date(),
  });
  await tx.insert(termsConsent).values({ userId: id, version, acceptedAt: now });
  await storeConsent(tx, id, now);
  return id;
}

/** Whether creating a member failed because another account has the address. */
export function isTakenAddress(error: unknown): boolean {
  return ADDRESS_CONSTRAINTS.some((name) => isUniqueViolation(error, name));
}

const ADDRESS_CONSTRAINTS = ['user_email_unique', 'user_email_any_case'];
