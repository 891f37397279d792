import type { sso as calls } from '@kindpal/contract/sso/contract';
import type { MemberCall } from '../access/call.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import { authAccount } from '../db/schema/account.ts';
import { lockForFactors } from '../factor/policy.ts';
import { identityUnlinkedMail } from '../mail/mails/identity-changed.ts';
import { hasWayIn } from '../passkey/policy.ts';
import { mailEvent } from '../security/mail-event.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { nameOf } from './link-identity.ts';
import { ownIdentity } from './policy.ts';

/**
 * Unlinks one of the caller's outside identities, ends their other sessions and emails them. A
 * password is not one: it stays. [U12] Throws NOT_FOUND, REAUTHENTICATION_NEEDED,
 * INSUFFICIENT_AAL, SINGLE_IDENTITY_NOT_DELETABLE.
 */
export async function unlinkIdentity({
  input,
  context,
}: MemberCall<typeof calls.unlink>): Promise<Record<string, never>> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const isOwn = ownIdentity(actor.id, input.identity_id);
  const [own] = await drizzle.select({ id: authAccount.id }).from(authAccount).where(isOwn);
  if (!own) throw notFound();
  await drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    const [removed] = await tx
      .delete(authAccount)
      .where(isOwn)
      .returning({ providerId: authAccount.providerId });
    if (!removed) throw notFound();
    if (!(await hasWayIn(tx, account))) throw refusal('SINGLE_IDENTITY_NOT_DELETABLE');
    await endSessions(tx, account, actor.session_id);
    const name = nameOf(context, removed.providerId);
    const event = { account, kind: 'identity_unlinked' as const, detail: name };
    await mailEvent(tx, event, context, (token) =>
      identityUnlinkedMail(services.env, { to: account.email, name, token }),
    );
  });
  return {};
}
