import { describe, expect, it } from 'vitest';
import { formatMoney } from '~/lib/format.ts';
import { jobPreview, periodOf } from './job-preview.ts';

const timeZone = 'America/New_York';
const money = (amount: number) => formatMoney(amount, 'USD');
const typed = (start: string, end: string, total_amount = '', hourly_rate = '') =>
  jobPreview({ start, end, total_amount, hourly_rate }, { timeZone, money });

describe('an owner who types a job reads its total [J2]', () => {
  it.each([
    ['2026-12-02T09:00', '2026-12-02T10:00', '16', '1 hour\u00a0· $16'],
    [
      '2026-12-02T09:00',
      '2026-12-02T11:30',
      '50',
      '2 hours 30 minutes\u00a0· $50\u00a0· $20\u00a0an\u00a0hour',
    ],
    [
      '2026-12-02T09:00',
      '2026-12-09T18:00',
      '385',
      '7 nights\u00a0· $385\u00a0· $55\u00a0a\u00a0night',
    ],
    ['2026-12-02T18:00', '2026-12-03T09:00', '60', '1 night\u00a0· $60'],
    ['2026-12-02T09:00', '2026-12-02T10:00', '0', '1 hour\u00a0· A favor'],
    ['2026-12-02T09:00', '', '45.5', '$45.50'],
    ['2026-12-02T09:00', '2026-12-02T10:00', '', '1 hour'],
    ['', '', '-1', ''],
  ])('from %s to %s for %s: %s', (start, end, amount, text) => {
    expect(typed(start, end, amount)).toBe(text);
  });

  it('names the hourly rate that was typed, and none for a favor', () => {
    expect(typed('2026-12-02T09:00', '2026-12-02T11:00', '40', '18')).toBe(
      '2 hours\u00a0· $40\u00a0· $18\u00a0an\u00a0hour',
    );
    expect(typed('2026-12-02T09:00', '2026-12-02T11:00', '0', '18')).toBe('2 hours\u00a0· A favor');
  });

  it('counts real hours, also in nights with a clock change', () => {
    // In the fall, 1:00 to 3:00 takes three hours, in spring one.
    expect(typed('2026-11-01T00:30', '2026-11-01T03:00')).toBe('3 hours 30 minutes');
    expect(typed('2026-03-08T01:00', '2026-03-08T03:00')).toBe('1 hour');
    expect(typed('2026-10-31T18:00', '2026-11-02T09:00')).toBe('2 nights');
  });

  it('shows nothing for an end that is not after the start', () => {
    expect(periodOf({ start: '2026-12-02T09:00', end: '2026-12-02T09:00' }, timeZone)).toBeNull();
    expect(typed('2026-12-03T09:00', '2026-12-02T09:00', '16')).toBe('$16');
  });
});
