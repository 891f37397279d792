import { expect, it } from 'vitest';
import type { Reliability } from './reliability.ts';
import { reliabilityText } from './track-record.ts';

const facts = (given: Partial<Reliability>): Reliability => ({
  side: 'sitter',
  finished: 14,
  cancelled: 0,
  shortest_notice_days: null,
  no_shows: 0,
  ...given,
});

it.each([
  [{}, 'Finished 14 jobs, canceled none'],
  [{ cancelled: 1, shortest_notice_days: 9 }, 'Finished 14 jobs, canceled 1 with 9 days’ notice'],
  [
    { finished: 1, cancelled: 3, shortest_notice_days: 1 },
    'Finished 1 job, canceled 3 with at least 1 day’s notice',
  ],
  [
    { cancelled: 1, shortest_notice_days: 0 },
    'Finished 14 jobs, canceled 1 on less than a day’s notice',
  ],
  [
    { cancelled: 2, shortest_notice_days: 0, no_shows: 1 },
    'Finished 14 jobs, canceled 2, the latest on less than a day’s notice, didn’t show up once',
  ],
] as const)('a member with %j reads: %s', (given, text) => {
  expect(reliabilityText(facts(given))).toBe(text);
});
