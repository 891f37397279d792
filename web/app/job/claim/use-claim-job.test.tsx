import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useClaimJob } from './use-claim-job.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
let isReachable: boolean;

beforeEach(() => {
  isReachable = false;
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return Response.json({ id: JOB, job_id: JOB, sitter_id: JOB }, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What the button of a job's page calls. */
function claimOfPage() {
  let claim: ReturnType<typeof useClaimJob>['claim'] | undefined;
  const Page = () => {
    ({ claim } = useClaimJob(JOB));
    return null;
  };
  renderToString(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  if (!claim) throw new Error('the page was not rendered');
  return claim;
}

it('the first message is sent when a sitter presses again after a failure [J5 M1]', async () => {
  const claim = claimOfPage();
  const greet = vi.fn(async () => {});
  await claim([], { greet });
  expect(greet).not.toHaveBeenCalled();
  isReachable = true;
  await claim([]);
  expect(greet).toHaveBeenCalledOnce();
});

it('a first message that the sitter has removed since is not sent [J5 M1]', async () => {
  const claim = claimOfPage();
  const greet = vi.fn(async () => {});
  await claim([], { greet });
  isReachable = true;
  await claim([], {});
  expect(greet).not.toHaveBeenCalled();
});
