import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { emailUndo } from '../../db/schema/account.ts';
import { disownFactors } from '../../factor/disown-factor.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { type LockedAccount, lockAccount } from '../policy.ts';
import { getSession } from '../session/get-session.ts';
import { hashToken } from '../tokens.ts';
import { endUndoLinks } from './email-undo.ts';
import { recoverAccount } from './recover-account.ts';

/** The account of an undo link, locked, its former address, and when the link was made. */
type Used = { account: LockedAccount; oldEmail: string; since: Date };

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
    const { account, oldEmail, since } = await useLink(tx, token, services);
    await recoverAccount(tx, services, { account, email: oldEmail });
    await disownFactors(tx, account, since);
    await noteSecurityEvent(tx, { userId: account.id, kind: 'email_restored' }, context);
  });
  return (await getSession({ context })).session;
}

/** Uses up the oldest link of the same address, and every newer one. */
async function useLink(tx: Queries, token: string, { clock }: Services): Promise<Used> {
  const tokenHash = hashToken(token);
  const [found] = await tx
    .select()
    .from(emailUndo)
    .where(and(eq(emailUndo.tokenHash, tokenHash), gt(emailUndo.expiresAt, clock.now())));
  // Two undos of one account take turns, and the second sees the result of the first.
  const account = found && (await lockAccount(tx, found.userId));
  if (!account) throw refusal('TOKEN_REFUSED');
  const { userId, oldEmail } = found;
  const ended = await endUndoLinks(tx, { userId, oldEmail, clock });
  if (!ended?.ids.includes(found.id)) throw refusal('TOKEN_REFUSED');
  return { account, oldEmail, since: ended.since };
}
