import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusedCall } from '~/testing/refused-call.ts';
import { renderHook } from '~/testing/render-hook.tsx';
import { claimInProgress, useClaimJob } from './use-claim-job.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
let needsConfirmation: boolean;

beforeEach(() => {
  needsConfirmation = true;
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async () => {
    if (needsConfirmation) {
      const data = { warnings: [{ code: 'away', jobs: [] }] };
      return refusedCall('CLAIM_NEEDS_CONFIRMATION', 409, { data });
    }
    return Response.json({ id: JOB, job_id: JOB, sitter_id: JOB }, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What the button of a job's page calls. */
const claimOfPage = () => renderHook(() => useClaimJob(JOB)).claim;

it('the first message is sent when a sitter confirms the warnings of their claim [J5 M1]', async () => {
  const claim = claimOfPage();
  const greet = vi.fn();
  await claim([], { greet });
  expect(greet).not.toHaveBeenCalled();
  needsConfirmation = false;
  await claim([{ code: 'away', jobs: [] }]);
  expect(greet).toHaveBeenCalledOnce();
});

it('a first message that the sitter did not submit again with their next press is not sent [J5 M1]', async () => {
  const claim = claimOfPage();
  const greet = vi.fn();
  await claim([], { greet });
  needsConfirmation = false;
  await claim([], {});
  expect(greet).not.toHaveBeenCalled();
});

it('a page claims from the press until the claim is answered, whether it was refused or made [J5]', async () => {
  const claim = claimOfPage();
  for (const isRefused of [true, false]) {
    needsConfirmation = isRefused;
    const answered = claim([]);
    expect(claimInProgress.read()).toBe(true);
    await answered;
    expect(claimInProgress.read()).toBe(false);
  }
});
