import { eq } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { authUser, emailChange } from '../db/schema/account.ts';
import { confirmEmailMail } from '../mail/mails/confirm-email.ts';
import { emailChangeNotice } from '../mail/mails/email-change-notice.ts';
import { MAILED_TOKEN_SECONDS } from './auth-engine.ts';
import { hashToken, makeToken } from './refresh-tokens.ts';

/**
 * Lets a new address wait for its confirmation and tells the old one. For an address that is taken
 * everything looks the same, but no mail goes there and nothing can be confirmed. [U8]
 */
export async function changeEmail(
  tx: Queries,
  { services, actor }: MemberContext,
  change: { from: string; to: string },
): Promise<void> {
  const ofMember = eq(emailChange.userId, actor.id);
  if (change.to === change.from) {
    await tx.delete(emailChange).where(ofMember);
    return;
  }
  const token = makeToken();
  const pending = {
    newEmail: change.to,
    tokenHash: hashToken(token),
    expiresAt: new Date(services.clock.now().getTime() + MAILED_TOKEN_SECONDS * 1000),
  };
  await tx
    .insert(emailChange)
    .values({ userId: actor.id, ...pending })
    .onConflictDoUpdate({ target: emailChange.userId, set: pending });
  const { env, mailer } = services;
  await mailer.send(emailChangeNotice(env, change.from, change.to), tx);
  const [taken] = await tx
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.email, change.to));
  if (!taken) await mailer.send(confirmEmailMail(env, change.to, token), tx);
}
