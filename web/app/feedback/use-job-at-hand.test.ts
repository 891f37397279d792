import { expect, it } from 'vitest';
import { jobOfPath } from './use-job-at-hand.ts';

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
