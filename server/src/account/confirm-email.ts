import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { isUniqueViolation } from '../db/client.ts';
import { authUser, emailChange } from '../db/schema/account.ts';
import { refusal } from '../wire/refusal.ts';
import { endResetLinks } from './end-sessions.ts';
import { getSession } from './get-session.ts';
import { hashToken } from './refresh-tokens.ts';

/**
 * Makes a pending address the member's own: whoever has the link has the mailbox, signed in or not.
 * Links mailed to the old address end. Gives the caller's session, if they came with one. [U8]
 * Throws TOKEN_REFUSED, also when somebody else took the address meanwhile.
 */
export async function confirmEmail(
  { token }: { token: string },
  context: RequestContext,
): Promise<Session | null> {
  const { db, clock } = context.services;
  await db.drizzle
    .transaction(async (tx) => {
      const [pending] = await tx
        .delete(emailChange)
        .where(
          and(eq(emailChange.tokenHash, hashToken(token)), gt(emailChange.expiresAt, clock.now())),
        )
        .returning();
      if (!pending) throw refusal('TOKEN_REFUSED');
      await tx
        .update(authUser)
        .set({ email: pending.newEmail, emailVerified: true, updatedAt: new Date() })
        .where(eq(authUser.id, pending.userId));
      await endResetLinks(tx, pending.userId);
    })
    .catch((error) => {
      throw isUniqueViolation(error, 'user_email_unique') ? refusal('TOKEN_REFUSED') : error;
    });
  return (await getSession({ context })).session;
}
