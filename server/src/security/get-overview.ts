import { eq, sql } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import { takesCode } from '../account/proof/reauthenticate.ts';
import { isCredentialOf } from '../account/session/credential.ts';
import { authAccount, authSession, authUser } from '../db/schema/account.ts';
import { passkey } from '../db/schema/passkey.ts';
import { isProofOf } from '../passkey/policy.ts';
import { refusal } from '../transport/refusal.ts';

/** How the caller's account is protected by password and address. [U6] */
export async function getOverview({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const [own] = await services.db.drizzle
    .select({
      hash: authAccount.password,
      changedAt: authAccount.updatedAt,
      isConfirmed: authUser.emailVerified,
      provedAt: authSession.provedAt,
      hasPasskey: sql<boolean>`exists (select from ${passkey} where ${eq(passkey.userId, actor.id)})`,
      takesPasskey: sql<boolean>`exists (select from ${passkey} where ${isProofOf(services, actor.id)})`,
    })
    .from(authUser)
    .innerJoin(authSession, eq(authSession.id, actor.session_id))
    .leftJoin(authAccount, isCredentialOf(actor.id))
    .where(eq(authUser.id, actor.id));
  if (!own) throw refusal('UNAUTHORIZED');
  const hasPassword = own.hash !== null;
  return {
    has_password: hasPassword,
    password_changed_at: (hasPassword && own.changedAt?.toISOString()) || null,
    is_email_confirmed: own.isConfirmed,
    has_passkey: own.hasPasskey,
    takes_passkey: own.takesPasskey,
    takes_code: takesCode(services, own.provedAt),
  };
}
