import { and, asc, eq, gt, gte, ne } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { emailUndo } from '../../db/schema/account.ts';
import type { Services } from '../../services.ts';
import { hashToken, makeToken } from '../tokens.ts';

/** How long the old mailbox can undo an address change. [U8] */
export const UNDO_HOURS = 72;
/** For how long later changes can renew a link: its address is reserved meanwhile. */
const RENEWED_DAYS = 30;

type Given = { userId: string; oldEmail: string; clock: Services['clock'] };

/** A token for the old mailbox to undo the address change. [U8] */
export async function makeUndoToken(
  tx: Queries,
  { userId, oldEmail, clock }: Given,
): Promise<string> {
  const token = makeToken();
  await renewUndoLinks(tx, userId, clock);
  await tx
    .insert(emailUndo)
    .values({ userId, oldEmail, tokenHash: hashToken(token), expiresAt: expiry(clock) });
  return token;
}

/** The undo links that were used up, and when the first of them was made, by the database. */
type Ended = { ids: number[]; since: Date };

/**
 * Uses up the undo links of an address and all newer ones; null if it has none. Older ones stay:
 * the oldest address wins. [U8]
 */
export async function endUndoLinks(
  tx: Queries,
  { userId, oldEmail, clock }: Given,
): Promise<Ended | null> {
  const oldest = await findOldest(tx, { userId, oldEmail, clock });
  if (!oldest) return null;
  const ended = await tx
    .delete(emailUndo)
    .where(and(eq(emailUndo.userId, userId), gte(emailUndo.id, oldest.id)))
    .returning({ id: emailUndo.id });
  await renewUndoLinks(tx, userId, clock);
  return { ids: ended.map(({ id }) => id), since: oldest.createdAt };
}

/**
 * Uses up the undo links of other addresses made since the oldest of this one; false if it has
 * none. Its own stay, because a change back removes nothing that a thief may have added. [U8]
 */
export async function endLinksOfOthers(
  tx: Queries,
  { userId, oldEmail, clock }: Given,
): Promise<boolean> {
  const oldest = await findOldest(tx, { userId, oldEmail, clock });
  if (!oldest) return false;
  const isLater = and(eq(emailUndo.userId, userId), gte(emailUndo.id, oldest.id));
  await tx.delete(emailUndo).where(and(isLater, ne(emailUndo.oldEmail, oldEmail)));
  await renewUndoLinks(tx, userId, clock);
  return true;
}

/** The oldest valid undo link of an address. */
async function findOldest(tx: Queries, { userId, oldEmail, clock }: Given) {
  const isValid = and(
    eq(emailUndo.userId, userId),
    eq(emailUndo.oldEmail, oldEmail),
    gt(emailUndo.expiresAt, clock.now()),
  );
  const [oldest] = await tx
    .select()
    .from(emailUndo)
    .where(isValid)
    .orderBy(asc(emailUndo.id))
    .limit(1);
  return oldest;
}

/** Gives older links their full time again: otherwise a newer one would outlive them. */
async function renewUndoLinks(
  tx: Queries,
  userId: string,
  clock: Services['clock'],
): Promise<void> {
  const renewable = new Date(clock.now().getTime() - RENEWED_DAYS * 86_400_000);
  await tx
    .update(emailUndo)
    .set({ expiresAt: expiry(clock) })
    .where(
      and(
        eq(emailUndo.userId, userId),
        gt(emailUndo.expiresAt, clock.now()),
        gt(emailUndo.createdAt, renewable),
      ),
    );
}

const expiry = (clock: Services['clock']) =>
  new Date(clock.now().getTime() + UNDO_HOURS * 3_600_000);
