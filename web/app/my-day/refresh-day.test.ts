import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { acceptSession, dropSession } from '~/account/session/session-store.ts';
import { dayDatabaseOf } from './day-database.ts';
import { dayStore } from './day-store.ts';
import { refreshDay } from './refresh-day.ts';

vi.mock('./fetch-day.ts', () => ({ fetchDay: async () => [] }));

const MOLLY = { id: 'molly', role: 'both', active_role: 'pet_owner' } as const;

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

it('the day of a member stays on their device, unless they sign out while it is stored [U6]', async () => {
  acceptSession({ user: MOLLY, expires_at: 2_000_000_000 } as never);
  await refreshDay();
  expect(await names()).toEqual([dayDatabaseOf(MOLLY)]);
  // It is shown just before it is stored.
  const stop = dayStore.subscribe(() => dropSession({ isOwnChoice: true }));
  await refreshDay();
  stop();
  await vi.waitFor(async () => expect(await names()).toEqual([]));
});
