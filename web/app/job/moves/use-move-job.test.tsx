import type { JobDetail } from '@kindpal/contract/job/schema';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { heldOutcomes } from '~/notify/outcomes.ts';
import { refusedCall } from '~/testing/refused-call.ts';
import { renderHook } from '~/testing/render-hook.tsx';
import type { JobViewer } from '../job-summary.ts';
import { useMoveJob } from './use-move-job.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
const CLAIM = '00000000-0000-4000-8000-000000000002';
let bodies: unknown[];
let answer: () => Response;

beforeEach(() => {
  bodies = [];
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.json());
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What the buttons of a job's page call. */
const moveOfPage = (viewer: JobViewer = 'owner') => renderHook(() => useMoveJob(JOB, viewer)).move;

const refusal = (code: string, detail: string) => () => refusedCall(code, 409, { detail });

it('an owner who acts for a claim that has ended is told that the job has changed [J6]', async () => {
  answer = refusal('CLAIM_CHANGED', 'The sitter has changed.');
  const move = moveOfPage();
  expect(await move('release', { claimId: CLAIM, reason: 'We stay.' })).toBe('outdated');
  expect(await move('cancel', { claimId: null })).toBe('outdated');
  expect(heldOutcomes.read().at(-1)).toMatchObject({ description: 'The sitter has changed.' });
  expect(bodies).toEqual([
    { job_id: JOB, action: 'release', claim_id: CLAIM, reason: 'We stay.' },
    { job_id: JOB, action: 'cancel', claim_id: null },
  ]);
});

it.each(['claimant', 'other'] as const)(
  'a sitter who cancels a claim that has ended is told so, and is not asked again (%s) [J6]',
  async (viewer) => {
    answer = refusal('FORBIDDEN', 'You are not allowed to do this.');
    expect(await moveOfPage(viewer)('release', { claimId: CLAIM })).toBe('outdated');
    const [toast] = heldOutcomes.read();
    expect(toast?.title).toBe('You no longer have this job.');
    expect(toast?.description).toBeUndefined();
  },
);

it('an owner who is not allowed to act is never told that they have lost their job [J6]', async () => {
  answer = refusal('FORBIDDEN', 'You are not allowed to do this.');
  expect(await moveOfPage('owner')('cancel', { claimId: null })).toBe('outdated');
  const [toast] = heldOutcomes.read();
  expect(toast?.title).not.toBe('You no longer have this job.');
  expect(toast?.description).toBe('You are not allowed to do this.');
});

it('an action that failed for another reason can be tried again in its dialog [J6]', async () => {
  answer = refusal('TOO_MANY_REQUESTS', 'Please wait.');
  expect(await moveOfPage()('release', { claimId: CLAIM })).toBe('failed');
});

it('a toast stops offering undo once the owner has confirmed [J9]', async () => {
  const job = { id: JOB, view: 'member', status: 'completed', claim: { id: CLAIM } };
  answer = () => Response.json({ ...job, can: { undo_complete: true } });
  expect(await moveOfPage()('complete', { claimId: CLAIM })).toBe('moved');
  const [toast] = heldOutcomes.read();
  expect(toast).toMatchObject({ action: { label: 'Undo' }, open: true });
  const { queryKey } = api.job.get.queryOptions({ input: { id: JOB } });
  const change = (can: object) =>
    queryClient.setQueryData(queryKey, { ...job, can } as unknown as JobDetail);
  change({ undo_complete: true, chat: true });
  await Promise.resolve();
  expect(heldOutcomes.read()[0]).toMatchObject({ id: toast?.id, open: true });
  change({});
  await vi.waitFor(() =>
    expect(heldOutcomes.read()[0]).toMatchObject({ id: toast?.id, open: false }),
  );
});
