import { afterEach, expect, test, vi } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { PushDevices } from './push-devices.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the devices with notifications, and how to turn one off, stay when the list fails to load again', async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  const created_at = '2026-11-01T12:00:00.000Z';
  const device = { id: 'one', browser: 'Firefox', os: 'Linux', is_current: false, created_at };
  const shown = await renderFailedRefetch(<PushDevices />, {
    queryKey: api.notification.listPushDevices.queryKey(),
    data: { public_key: 'key', items: [device] },
  });
  expect(shown).toContain('Turn off on Firefox on Linux');
});
