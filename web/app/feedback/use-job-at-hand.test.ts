import type { AgendaItem } from '@kindpal/contract/job/agenda';
import { expect, it } from 'vitest';
import { jobOfAgenda, jobOfPath } from './use-job-at-hand.ts';

const id = '0b7f4f3e-93c1-4b7e-9d53-0f6f4c0d5a11';

it.each([
  [`/jobs/${id}`, id],
  [`/chat/job/${id}/5d0c7a52-2f8e-4a0e-8d4f-0c4c8f7f9f11`, id],
  [`/jobs/${id}?from=list`, id],
  [`/dashboard?chat=${id}`, id],
  [`/dashboard?view=owner&chat=${id}`, id],
  ['/dashboard', null],
  [`/dashboard?unchat=${id}`, null],
  ['/jobs', null],
  ['/jobs/new', null],
  [`/profile/${id}`, null],
  [`/job-posted-success/${id}`, null],
])('a member who asks for help on %s asks about the job %s', (path, job) => {
  expect(jobOfPath(path)).toBe(job);
});

it('a member who asks for help on the dashboard asks about the most urgent job of these hours', () => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  const item = (jobId: string, phase: AgendaItem['phase'], start_date: string) =>
    ({ phase, job: { view: 'member', id: jobId, start_date } }) as AgendaItem;
  const nextWeek = item('next week', 'upcoming', '2026-12-03T12:00:00Z');
  const tonight = item('tonight', 'upcoming', '2026-11-26T18:00:00Z');
  const done = item('done', 'to_confirm', '2026-11-20T18:00:00Z');
  expect(jobOfAgenda([nextWeek, tonight, done], now)).toBe('tonight');
  expect(jobOfAgenda([nextWeek, done, tonight], now)).toBe('done');
  expect(jobOfAgenda([nextWeek], now)).toBeNull();
  expect(jobOfAgenda([], now)).toBeNull();
});
