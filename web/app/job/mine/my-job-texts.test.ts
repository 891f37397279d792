import type { JobSide, MyJob } from '@kindpal/contract/job/my-jobs';
import { expect, test } from 'vitest';
import { claimLine, statusWord } from './my-job-texts.ts';

type Claim = NonNullable<MyJob['claim']>;

const item = (status: string, phase: MyJob['phase'], claim: Partial<Claim> | null): MyJob =>
  ({
    job: { status },
    phase,
    claim,
    sitter: claim && { full_name: 'Robin Vale' },
    can: {},
  }) as unknown as MyJob;

test.each<[string, string, JobSide, Partial<Claim>, string, string | null]>([
  [
    'canceled by the sitter',
    'open',
    'sitter',
    { end_reason: 'released', ended_by: 'sitter' },
    'You canceled your claim',
    'Claim canceled',
  ],
  [
    'released',
    'claimed',
    'sitter',
    { end_reason: 'released', ended_by: 'owner' },
    'The owner removed you',
    'Removed',
  ],
  [
    'missed',
    'open',
    'sitter',
    { end_reason: 'no_show', ended_by: 'owner' },
    'The owner reported a no-show',
    'No-show',
  ],
  [
    'cancelled',
    'cancelled',
    'sitter',
    { end_reason: 'cancelled', ended_by: 'owner' },
    'The owner canceled the job',
    'Canceled',
  ],
  [
    'taken down',
    'cancelled',
    'sitter',
    { end_reason: 'cancelled', ended_by: 'staff' },
    'Ended by our team',
    'Canceled',
  ],
  [
    'ended by our team',
    'open',
    'sitter',
    { end_reason: 'released', ended_by: 'staff' },
    'Our team ended your claim',
    'Ended',
  ],
  [
    'ended by our team',
    'open',
    'owner',
    { end_reason: 'released', ended_by: 'staff' },
    'Our team ended Robin Vale’s claim',
    null,
  ],
  [
    'done',
    'completed',
    'sitter',
    { end_reason: 'completed', ended_by: 'owner' },
    'Done and confirmed',
    'Completed',
  ],
  [
    'canceled by the sitter',
    'open',
    'owner',
    { end_reason: 'released', ended_by: 'sitter' },
    'Robin Vale canceled',
    null,
  ],
  [
    'released',
    'open',
    'owner',
    { end_reason: 'released', ended_by: 'owner' },
    'You removed Robin Vale',
    null,
  ],
  [
    'missed',
    'open',
    'owner',
    { end_reason: 'no_show', ended_by: 'owner' },
    'Robin Vale didn’t show up',
    null,
  ],
  [
    'cancelled',
    'cancelled',
    'owner',
    { end_reason: 'cancelled', ended_by: 'owner' },
    'You canceled the job with Robin Vale',
    null,
  ],
  [
    'done',
    'completed',
    'owner',
    { end_reason: 'completed', ended_by: 'owner' },
    'Sitter: Robin Vale',
    null,
  ],
])('a claim that was %s (%s) says so to the %s [D3]', (_, status, as, claim, line, word) => {
  const ended = item(status, status === 'open' && as === 'owner' ? 'open' : 'past', claim);
  expect(claimLine(ended, as)).toBe(line);
  expect(statusWord(ended, as)?.word ?? null).toBe(word);
});

test.each<[string, Partial<Claim>, string, string | null]>([
  ['missed', { end_reason: 'no_show', ended_by: 'owner' }, 'Robin Vale didn’t show up', 'No-show'],
  ['released', { end_reason: 'released', ended_by: 'owner' }, 'You removed Robin Vale', null],
  [
    'ended by our team',
    { end_reason: 'released', ended_by: 'staff' },
    'Our team ended Robin Vale’s claim',
    null,
  ],
])(
  'a claim that was %s after the end of its job says so to the owner [D3] [J9]',
  (_, claim, line, word) => {
    const ended_at = '2026-05-04T16:00:00Z';
    const over = item('cancelled', 'past', { ...claim, ended_at });
    const ending = (end_date: string) =>
      ({ ...over, job: { ...over.job, view: 'member', end_date } }) as MyJob;
    expect(claimLine(over, 'owner')).toBe(line);
    expect(statusWord(ending('2026-05-04T15:00:00Z'), 'owner')?.word ?? null).toBe(word);
    // Reported in time, it opened again, and then its own status says what happened.
    expect(statusWord(ending('2026-05-04T17:00:00Z'), 'owner')).toBeNull();
  },
);

test('a running claim names its sitter to the owner, and one to confirm says so to both [D3 J9]', () => {
  const running = item('claimed', 'upcoming', { end_reason: null });
  expect(claimLine(running, 'owner')).toBe('Sitter: Robin Vale');
  expect(claimLine(running, 'sitter')).toBeNull();
  expect(statusWord(running, 'owner')).toBeNull();
  const waiting = item('completed', 'to_confirm', { end_reason: null });
  expect(statusWord(waiting, 'owner')?.word).toBe('To confirm');
  expect(statusWord(waiting, 'sitter')?.word).toBe('To confirm');
  expect(claimLine(item('open', 'open', null), 'owner')).toBeNull();
});

test('a job that our team reviews first is shown as in review', () => {
  const held = { ...item('open', 'open', null), is_held: true };
  expect(statusWord(held, 'owner')?.word).toBe('In review');
});
