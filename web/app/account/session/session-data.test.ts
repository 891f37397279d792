import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { addAction } from '~/my-day/action-queue.ts';
import { hasQueue, removeOtherQueues } from '~/my-day/day-database.ts';

const MOLLY = { id: 'molly', role: 'both', active_role: 'pet_owner' } as const;
const MESSAGE = {
  ...{ job_id: 'j1', claim_id: 'c1', title: 'Rex', created_at: 0 },
  ...{ kind: 'message' as const, client_id: 'one', content: 'See you at noon' },
};

afterEach(async () => {
  await removeOtherQueues(null);
  vi.resetModules();
});

/** Opens a tab in which a member has done something offline, and ends their session. */
async function endSession(ending: { isOwnChoice: boolean }): Promise<void> {
  vi.resetModules();
  const { acceptSession, dropSession } = await import('./session-store.ts');
  const { clearOnViewerChange } = await import('./session-data.ts');
  acceptSession({ user: MOLLY, expires_at: 2_000_000_000 } as never);
  clearOnViewerChange();
  await addAction(MOLLY.id, MESSAGE);
  dropSession(ending);
  clearOnViewerChange();
}

it('what a member did offline is removed when they sign out [U6]', async () => {
  await endSession({ isOwnChoice: true });
  await vi.waitFor(async () => expect(await hasQueue(MOLLY.id)).toBe(false));
});

it('what a member did offline stays when their session ends by itself [U6]', async () => {
  await endSession({ isOwnChoice: false });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await hasQueue(MOLLY.id)).toBe(true);
});
