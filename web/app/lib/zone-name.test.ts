import { expect, test } from 'vitest';
import { zoneName } from './zone-name.ts';

test.each([
  ['America/New_York', 'Eastern Time'],
  ['America/Los_Angeles', 'Pacific Time'],
  ['Europe/Berlin', 'Central European Time'],
  ['UTC', 'UTC'],
  ['Etc/GMT+5', 'GMT-5'],
  ['Mars/Base', 'Mars/Base'],
])('a member reads the zone %s as %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});
