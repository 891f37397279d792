import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatRelative,
  formatRelativeShort,
  formatSum,
  formatWeek,
} from './format.ts';

describe('how amounts and times read', () => {
  it('zero is a favor, whole amounts have no cents', () => {
    expect([0, 45, 45.5, 1200].map((amount) => formatMoney(amount, 'USD'))).toEqual([
      'A favor',
      '$45',
      '$45.50',
      '$1,200',
    ]);
  });

  it('a sum of zero is shown as an amount, not as a favor [S2]', () => {
    expect([0, 30.4, 1_000_060].map((sum) => formatSum(sum, 'USD'))).toEqual([
      '$0',
      '$30.40',
      '$1,000,060',
    ]);
    expect(formatSum(30.4, undefined)).toBe('30.40');
  });

  it('an amount is never shown in a currency that is not known yet', () => {
    expect(formatMoney(45, undefined)).toBe('45');
  });

  it('a week is named by its Monday wherever the viewer is', () => {
    expect(formatWeek('2025-11-17')).toBe('Week of Nov\u00a017');
  });

  it('a month and its day stay on one line; a day names its year only where it is another one', () => {
    vi.useFakeTimers({ now: new Date('2025-11-21T12:00:00Z') });
    expect(formatDate('2025-11-22T14:00:00Z', 'UTC')).toBe('Sat, Nov\u00a022');
    expect(formatDate('2026-01-03T14:00:00Z', 'UTC')).toBe('Sat, Jan\u00a03, 2026');
    // Where it is still the year before.
    expect(formatDate('2026-01-01T02:00:00Z', 'America/New_York')).toBe('Wed, Dec\u00a031');
    expect(formatDateTime('2025-11-22T14:00:00Z')).not.toContain('2025');
    vi.useRealTimers();
  });

  it('a relative time uses the largest unit that fits', () => {
    const now = '2025-11-21T12:00:00Z';
    expect(formatRelative('2025-11-21T11:59:40Z', now)).toBe('just now');
    expect(formatRelative('2025-11-21T09:00:00Z', now)).toBe('3\u00a0hours ago');
    expect(formatRelativeShort('2025-11-21T09:00:00Z', now)).toBe('3h ago');
    expect(formatRelativeShort('2025-11-20T09:00:00Z', now)).toBe('yesterday');
    expect(formatRelativeShort('2025-11-12T09:00:00Z', now)).toBe('1w ago');
    expect(formatRelative('2025-11-23T12:00:00Z', now)).toBe('in 2\u00a0days');
  });

  it('a list of hundreds creates its formats once, since each costs a phone a millisecond [J1]', () => {
    const dates = vi.spyOn(Intl, 'DateTimeFormat');
    const amounts = vi.spyOn(Intl, 'NumberFormat');
    for (let n = 0; n < 200; n += 1) {
      formatDateTime(`2025-11-21T${10 + (n % 10)}:00:00Z`, 'Pacific/Auckland');
      formatSum(n, 'CHF');
    }
    expect(dates.mock.calls.length).toBeLessThanOrEqual(3);
    expect(amounts).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });
});

it('a dot between facts is never typed, so that no line begins with it', () => {
  const app = join(import.meta.dirname, '..');
  const typed = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && name !== join('lib', 'format.ts'))
    .flatMap((name) =>
      readFileSync(join(app, name), 'utf8')
        .split('\n')
        // Titles of pages have one line.
        .filter((line) => line.replace(/· Kindpal|Kindpal ·/, '').includes('·'))
        .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && !line.includes("before:content-['·']"))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(typed, 'Write DOT of lib/format.ts.').toEqual([]);
});
