import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { setViewerId } from '~/lib/calls/viewer-id.ts';
import { keepHello } from './hello-draft.ts';
import { useClaimJob } from './use-claim-job.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
const SITTER = '00000000-0000-4000-8000-000000000002';
const claiming = { me: SITTER, jobId: JOB };
let isReachable: boolean;
/** The texts of the messages that reached the server. */
let messages: string[];

beforeEach(() => {
  isReachable = false;
  messages = [];
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    if (request.url.endsWith('/messages')) messages.push((await request.json()).content);
    return Response.json({ id: JOB, job_id: JOB, sitter_id: SITTER }, { status: 201 });
  });
  setViewerId(SITTER);
});
afterEach(() => {
  setViewerId(null);
  vi.unstubAllGlobals();
});

/** What the button of a job's page calls. */
function claimOfPage() {
  let claim: ReturnType<typeof useClaimJob>['claim'] | undefined;
  const Page = () => {
    ({ claim } = useClaimJob({ id: JOB, owner: { full_name: 'Olive Owner' } }));
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

it('the first message is sent once when a sitter presses again after a failure, also on another visit to the page [J5 M1]', async () => {
  keepHello(sessionStorage, claiming, 'Hello Olive!');
  await claimOfPage()([]);
  expect(messages).toEqual([]);
  isReachable = true;
  await claimOfPage()([]);
  expect(messages).toEqual(['Hello Olive!']);
  await claimOfPage()([]);
  expect(messages).toHaveLength(1);
});

it('a first message that the sitter has removed since is not sent, nor one to another owner [J5 M1]', async () => {
  keepHello(sessionStorage, claiming, 'Hello Olive!');
  keepHello(sessionStorage, claiming, '');
  keepHello(sessionStorage, { ...claiming, jobId: SITTER }, 'Hello Ona!');
  isReachable = true;
  await claimOfPage()([]);
  expect(messages).toEqual([]);
});
