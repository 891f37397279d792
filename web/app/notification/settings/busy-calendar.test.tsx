import { expect, test } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { BusyCalendar } from './busy-calendar.tsx';

test('the form for a calendar’s address stays, with what is typed, when its data fails to load again', async () => {
  const shown = await renderFailedRefetch(<BusyCalendar />, {
    queryKey: api.notification.getBusyCalendar.queryKey(),
    data: { host: null, read_at: null, problem: null },
  });
  expect(shown).toContain('Secret address of your calendar');
});
