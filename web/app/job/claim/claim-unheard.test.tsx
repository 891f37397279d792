import { afterEach, expect, it, vi } from 'vitest';
import { heldOutcomes } from '~/notify/outcomes.ts';
import { renderHook } from '~/testing/render-hook.tsx';
import { useClaimJob } from './use-claim-job.ts';

vi.mock('~/account/session/session-store.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readSession: () => ({ user: { id: 'me' } }),
}));
afterEach(() => vi.unstubAllGlobals());

const JOB = '00000000-0000-4000-8000-000000000001';

/** Claims the job on its page, where the answer is lost; `sitter_id` has the job then. */
async function claimUnheard(sitter_id: string, beside = {}) {
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async ({ method }: Request) => {
    if (method === 'POST') throw new TypeError('Failed to fetch');
    return Response.json({ id: JOB, view: 'member', claim: { sitter_id } });
  });
  await renderHook(() => useClaimJob(JOB)).claim([], beside);
  return heldOutcomes.read()[0];
}

it('a sitter whose claim was stored without an answer reads that the job is theirs [J5]', async () => {
  expect(await claimUnheard('me')).toMatchObject({ title: 'This job is yours' });
});

it('a sitter whose claim was stored without an answer reads that their first message is not sent [J5 M1]', async () => {
  expect(await claimUnheard('me', { greet: vi.fn() })).toMatchObject({
    title: 'This job is yours',
    description: expect.stringContaining('isn’t sent yet'),
  });
});

it('a sitter whose claim was lost reads that it failed, also if somebody else has the job now [J5]', async () => {
  expect(await claimUnheard('rival')).toMatchObject({
    title: 'Failed to claim job. Please try again.',
  });
});
