import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { authAccount } from '../db/schema/account.ts';
import { passwordChangedMail } from '../mail/mails/password-changed.ts';
import { invalidField, refusal } from '../wire/refusal.ts';
import { endResetLinks, endSessions } from './end-sessions.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Throws WRONG_PASSWORD unless this is the caller's current password, INVALID_INPUT when it was
 * left out, and TOO_MANY_REQUESTS after too many wrong ones. [U8]
 */
export async function requireCurrentPassword(
  { services, actor }: MemberContext,
  password: string | undefined,
): Promise<void> {
  if (!password) throw invalidField('current_password', 'Please enter your current password.');
  const { db, limiter } = services;
  await limiter.consume('password_by_member', actor.id);
  const [kept] = await db.drizzle
    .select({ hash: authAccount.password })
    .from(authAccount)
    .where(isCredentialOf(actor.id));
  if (!kept?.hash || !(await verifyPassword(kept.hash, password))) throw refusal('WRONG_PASSWORD');
  await limiter.giveBack('password_by_member', actor.id);
}

/** Sets the caller's password to one hashed before; ends their other sessions and tells them. [U8] */
export async function changePassword(
  tx: Queries,
  { services, actor }: MemberContext,
  change: { email: string; hash: string },
): Promise<void> {
  await tx
    .update(authAccount)
    .set({ password: change.hash, updatedAt: new Date() })
    .where(isCredentialOf(actor.id));
  await endSessions(tx, actor.id, actor.session_id);
  await endResetLinks(tx, actor.id);
  await services.mailer.send(passwordChangedMail(services.env, change.email), tx);
}

function isCredentialOf(userId: string) {
  return and(eq(authAccount.userId, userId), eq(authAccount.providerId, 'credential'));
}
