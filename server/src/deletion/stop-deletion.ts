import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import { isBeingErased } from './queries.ts';

/** Cancels the deletion of a locked account; without a request, nothing happens. [X1] */
export async function stopDeletion(
  tx: Queries,
  context: RequestContext,
  { id: userId }: LockedAccount,
): Promise<void> {
  if (!(await removeRequest(tx, userId))) return;
  await noteSecurityEvent(tx, { userId, kind: 'deletion_withdrawn' }, context);
}

/**
 * Cancels a deletion that the session to keep did not request: somebody else may have. Without
 * one, and where nothing shows which session it was, every request is canceled. A deletion that
 * has begun continues. Returns whether there was one; the caller records it and tells the member.
 * [X1] [U5] [U6] [U8]
 */
export async function stopDeletionByOthers(
  tx: Queries,
  account: LockedAccount,
  keep?: string,
): Promise<boolean> {
  if (await isBeingErased(tx, account)) return false;
  const isByOthers = sql`${deletionRequest.askedSessionId} IS DISTINCT FROM ${keep}::uuid`;
  return removeRequest(tx, account.id, keep === undefined ? undefined : isByOthers);
}

/** Removes a member's request, if it is such a one; returns whether there was one. */
async function removeRequest(tx: Queries, userId: string, isSuch?: SQL): Promise<boolean> {
  const removed = await tx
    .delete(deletionRequest)
    .where(and(eq(deletionRequest.userId, userId), isSuch))
    .returning();
  return removed.length > 0;
}
