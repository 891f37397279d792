import { describe, expect, it } from 'vitest';
import { urgencyOf } from './urgency.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const job = (
  status: 'open' | 'claimed' | 'in_progress' | 'completed' | 'cancelled',
  start: number,
) => ({
  status,
  start_date: at(start),
  end_date: at(start + 3),
});

describe('how urgent a request is [F4]', () => {
  it.each([
    ['claimed', 2, 'Starts in 2 h', true],
    ['claimed', 0.5, 'Starts in 30 min', true],
    ['claimed', 24, 'Starts in 24 h', true],
    ['claimed', 72, 'Starts in 3 days', false],
    ['open', 2, 'Starts in 2 h', true],
    ['claimed', -0.5, 'Should have started 30 min ago', true],
    ['claimed', -5, 'Ended 2 h ago without a start', false],
    ['in_progress', -1, 'In progress now', true],
  ] as const)('a %s job that starts in %s hours says %s', (status, start, text, isUrgent) => {
    expect(urgencyOf(job(status, start), now)).toEqual({ text, isUrgent });
  });

  it.each(['completed', 'cancelled'] as const)('a %s job is not pressing', (status) => {
    expect(urgencyOf(job(status, 1), now)).toBeNull();
  });
});
