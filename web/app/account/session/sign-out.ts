import { loadCode } from '~/lib/loading/load-code.ts';
import { leaveWithoutAsking } from '~/lib/unsaved.ts';
import { hasQueue, removeOtherDays, removeOtherQueues } from '~/my-day/day-database.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { dropSessionHint } from './session-hint.ts';
import { dropSession, markSigningOut, readSession } from './session-store.ts';
import { confirmSignOut } from './sign-out-question.tsx';

function isIgnored(error: unknown): boolean {
  return [401, 403, 404].includes((error as { status?: number } | null)?.status ?? 0);
}

/** Whether nothing is unsent, or the member has agreed to delete it. */
async function mayDropUnsent(): Promise<boolean> {
  const { user } = readSession();
  if (!user || !(await hasQueue(user.id))) return true;
  const [{ listActions }, { unsentText }] = await Promise.all([
    loadCode(() => import('~/my-day/action-queue.ts')),
    loadCode(() => import('~/my-day/unsent-text.ts')),
  ]);
  const actions = await listActions(user.id).catch(() => []);
  return actions.length === 0 || confirmSignOut(unsentText(actions));
}

/**
 * Signs out and loads `/` as a new page: what this one is still sending must not go on in the name
 * of the next member. After 401, 403 and 404, which may come from a proxy, the session is ended in
 * another way. Any other failure keeps the session, since its cookie would still be valid, and is
 * shown. Unsent offline items are deleted only if the member agrees. [U6]
 */
export async function signOut(): Promise<void> {
  const { client } = await loadCode(() => import('~/lib/calls/client.ts'));
  if (!(await mayDropUnsent())) return;
  markSigningOut(true);
  try {
    await client.account.signOut({});
  } catch (error) {
    if (!isIgnored(error)) {
      markSigningOut(false);
      notifyFailure(error);
      return;
    }
    dropSessionHint();
    // The server ends a session whose cookie comes without the hint cookie.
    await client.account.getSession().catch(() => undefined);
  }
  // Also after a success: it may be a proxy's, without content like the server's.
  dropSessionHint();
  dropSession({ isOwnChoice: true });
  markSigningOut(false);
  // The next page is a visitor's, which removes nothing.
  await Promise.all([removeOtherDays(null), removeOtherQueues(null)]);
  leaveWithoutAsking('/');
}
