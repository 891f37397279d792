import type { Session } from '@kindpal/contract/account/schema';
import { DELETION_DAYS } from '@kindpal/contract/deletion/contract';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { securityEvent } from '../../db/schema/security.ts';
import { disownFactors } from '../../factor/disown-factor.ts';
import { readDisownToken } from '../../security/disown-token.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import { DISOWN_DAYS } from '../../security/policy.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { type LockedAccount, lockAccount } from '../policy.ts';
import { getSession } from '../session/get-session.ts';
import { endUndoLinks } from './email-undo.ts';
import { recoverAccount } from './recover-account.ts';

/**
 * Does what 'This wasn't me' in an email promises: ends every session, cancels all pending
 * changes, removes the password and mails a link to choose a new one. An address changed since
 * then is restored, as its undo link would do; second factors added since then are removed.
 * Returns the caller's session if it belongs to somebody else. [U6] [U13] Throws TOKEN_REFUSED.
 */
export async function disownEvent(
  { token }: { token: string },
  context: RequestContext,
): Promise<Session | null> {
  const { services } = context;
  const disown = readDisownToken(services.secret, token);
  if (!disown) throw refusal('TOKEN_REFUSED');
  await services.db.drizzle.transaction(async (tx) => {
    const account = await useEvent(tx, disown.eventId, services);
    const { email } = disown;
    const { clock } = services;
    const isHere = account.email === email;
    if (!isHere && !(await endUndoLinks(tx, { userId: account.id, oldEmail: email, clock }))) {
      throw refusal('TOKEN_REFUSED');
    }
    await recoverAccount(tx, services, { account, email });
    await disownFactors(tx, account, happenedAt(disown.eventId));
    await noteSecurityEvent(tx, { userId: account.id, kind: 'disowned' }, context);
  });
  return (await getSession({ context })).session;
}

/** When an event happened, by the clock that dates factors. */
const happenedAt = (id: string) =>
  sql`(SELECT created_at FROM ${securityEvent} disowned WHERE disowned.id = ${id})`;

/** Marks the event as disowned, once, and locks its account. */
async function useEvent(tx: Queries, id: string, { clock }: Services): Promise<LockedAccount> {
  const isYoungerThan = (days: number) =>
    gt(securityEvent.createdAt, new Date(clock.now().getTime() - days * 86_400_000));
  const isOpen = and(
    eq(securityEvent.id, id),
    isNull(securityEvent.disownedAt),
    or(
      isYoungerThan(DISOWN_DAYS),
      and(eq(securityEvent.kind, 'deletion_asked'), isYoungerThan(DELETION_DAYS)),
    ),
  );
  const [found] = await tx
    .select({ userId: securityEvent.userId })
    .from(securityEvent)
    .where(isOpen);
  const account = found && (await lockAccount(tx, found.userId));
  const used = account
    ? await tx
        .update(securityEvent)
        .set({ disownedAt: sql`now()` })
        .where(isOpen)
        .returning({ id: securityEvent.id })
    : [];
  if (!found || !account || used.length === 0) throw refusal('TOKEN_REFUSED');
  return account;
}
