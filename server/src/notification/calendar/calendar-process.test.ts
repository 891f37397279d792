import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { encrypt } from '../../access/encrypt.ts';
import type { Services } from '../../services.ts';
import { directAttempt } from '../../testing/direct-attempt.ts';
import { withoutUncaught } from '../../testing/without-uncaught.ts';
import { BUSY_CALENDAR } from '../policy.ts';
import { readBusyCalendar } from './read-busy-calendar.ts';

test('a process for a calendar that cannot start fails only the attempt, and blames no calendar', async () => {
  const calendar = createServer((_, response) => response.end('BEGIN:VCALENDAR')).listen(0);
  const secret = 's'.repeat(40);
  const url = `http://localhost:${(calendar.address() as AddressInfo).port}/x.ics`;
  const row = { sealed_url: encrypt(secret, BUSY_CALENDAR, url), time_zone: 'UTC' };
  const update = vi.fn();
  const services = {
    secret,
    env: { mode: 'test', appUrl: 'http://localhost:1' },
    clock: { now: () => new Date() },
    db: { jsonRows: async () => [row], drizzle: { update } },
  };
  const program = process.execPath;
  await withoutUncaught(async () => {
    // As while an installation replaces it.
    process.execPath = '/nowhere/node';
    const read = readBusyCalendar(services as unknown as Services, { id: 'x' }, directAttempt());
    await expect(read).rejects.toThrow('ENOENT');
    process.execPath = program;
  });
  calendar.close();
  expect(update).not.toHaveBeenCalled();
});
