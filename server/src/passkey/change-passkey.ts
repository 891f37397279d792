import type { passkey as calls } from '@kindpal/contract/passkey/contract';
import type { Passkey } from '@kindpal/contract/passkey/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import { passkey } from '../db/schema/passkey.ts';
import { lockForFactors } from '../factor/policy.ts';
import { passkeyRemovedMail } from '../mail/mails/passkey-changed.ts';
import { mailEvent } from '../security/mail-event.ts';
import { notFound } from '../transport/refusal.ts';
import { lowerSessions } from './lower-sessions.ts';
import { isOwnPasskey, requireWayIn } from './policy.ts';
import { listOwnPasskeys, presentPasskey } from './queries.ts';

/** The caller's passkeys, the oldest first. [U13] */
export async function listPasskeys({ context }: { context: MemberContext }) {
  const rows = await listOwnPasskeys(context.services.db.drizzle, context.actor.id);
  return { items: rows.map(presentPasskey) };
}

/** Renames one of the caller's passkeys. Throws NOT_FOUND for any other. [U13] */
export async function renamePasskey({
  input,
  context,
}: MemberCall<typeof calls.rename>): Promise<Passkey> {
  const [named] = await context.services.db.drizzle
    .update(passkey)
    .set({ friendlyName: input.friendly_name })
    .where(isOwnPasskey(input.passkey_id, context.actor.id))
    .returning();
  if (!named) throw notFound();
  return presentPasskey(named);
}

/**
 * Removes one of the caller's passkeys, ends their other sessions and emails them. [U13] Throws
 * NOT_FOUND, REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL, LAST_WAY_IN.
 */
export async function removePasskey({
  input,
  context,
}: MemberCall<typeof calls.remove>): Promise<void> {
  const { services, actor } = context;
  const { db, env } = services;
  const isOwn = isOwnPasskey(input.passkey_id, actor.id);
  const [own] = await db.drizzle.select({ id: passkey.id }).from(passkey).where(isOwn);
  if (!own) throw notFound();
  await db.drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    const [removed] = await tx.delete(passkey).where(isOwn).returning();
    if (!removed) throw notFound();
    await requireWayIn(tx, account);
    await endSessions(tx, account, actor.session_id);
    await lowerSessions(tx, actor.id, services);
    const name = removed.friendlyName;
    await mailEvent(tx, { account, kind: 'passkey_removed', detail: name }, context, (token) =>
      passkeyRemovedMail(env, { to: account.email, name, token }),
    );
  });
}
