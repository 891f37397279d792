import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt, gte, or, sql } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { emailUndo } from '../../db/schema/account.ts';
import { securityEvent } from '../../db/schema/security.ts';
import { disownFactors } from '../../factor/disown-factor.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { type LockedAccount, lockAccount } from '../policy.ts';
import { getSession } from '../session/get-session.ts';
import { hashToken } from '../tokens.ts';
import { UNDO_HOURS } from './email-undo.ts';
import { recoverAccount } from './recover-account.ts';

/** The account of an undo link, locked while it still has the new address. */
type Used = { account: LockedAccount; oldEmail: string };

/**
 * Gives an account back to its old address: ends every session, cancels all pending changes,
 * removes the password (the person who changed the address knew it) and the second factors added
 * since (emails about these went to the new address), and mails a link to choose a new password.
 * Newer undo links stop working, older ones stay: the oldest address wins. Returns the caller's
 * session if it belongs to somebody else. [U8] [U13] Throws TOKEN_REFUSED.
 */
export async function undoEmail(
  { token }: { token: string },
  context: RequestContext,
): Promise<Session | null> {
  const { services } = context;
  await services.db.drizzle.transaction(async (tx) => {
    const { account, oldEmail } = await useLink(tx, token, services);
    await recoverAccount(tx, services, { account, email: oldEmail });
    await disownFactors(tx, account, changedAt(account.id));
    await noteSecurityEvent(tx, { userId: account.id, kind: 'email_restored' }, context);
  });
  return (await getSession({ context })).session;
}

/** When the first change that can still be undone was requested; an hour more for other clocks. */
const changedAt = (userId: string) => sql`(SELECT min(created_at) FROM ${securityEvent} changed
  WHERE changed.user_id = ${userId} AND changed.kind IN ('email_change_asked', 'email_changed')
    AND changed.created_at > now() - interval '${sql.raw(String(UNDO_HOURS + 1))} hours')`;

/** Uses up a link, and every link that is newer or restores the same address. */
async function useLink(tx: Queries, token: string, { clock }: Services): Promise<Used> {
  const tokenHash = hashToken(token);
  const [found] = await tx
    .select()
    .from(emailUndo)
    .where(and(eq(emailUndo.tokenHash, tokenHash), gt(emailUndo.expiresAt, clock.now())));
  // Two undos of one account take turns, and the second sees the result of the first.
  const account = found && (await lockAccount(tx, found.userId));
  if (!account) throw refusal('TOKEN_REFUSED');
  const ended = await tx
    .delete(emailUndo)
    .where(
      and(
        eq(emailUndo.userId, found.userId),
        or(gte(emailUndo.id, found.id), eq(emailUndo.oldEmail, found.oldEmail)),
      ),
    )
    .returning({ id: emailUndo.id });
  if (!ended.some(({ id }) => id === found.id)) throw refusal('TOKEN_REFUSED');
  return { account, oldEmail: found.oldEmail };
}
