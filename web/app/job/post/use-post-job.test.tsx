import type { JobDraft } from '@kindpal/contract/job/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { heldOutcomes } from '~/notify/outcomes.ts';
import { refusedCall } from '~/testing/refused-call.ts';
import { usePostJob } from './use-post-job.ts';

afterEach(() => vi.unstubAllGlobals());

const EARLIER = '00000000-0000-4000-8000-000000000001';
const FORM = '00000000-0000-4000-8000-000000000002';

it('an owner who changed the form after a lost response learns that the first version is posted, and may post this one [J2]', async () => {
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/post-job') });
  vi.stubGlobal('fetch', async () => {
    return refusedCall('EARLIER_VERSION_STORED', 409, { data: { id: EARLIER } });
  });
  const draft = { clientId: FORM, renewId: vi.fn(), finish: vi.fn() };
  let page: ReturnType<typeof usePostJob> | undefined;
  const Page = () => {
    page = usePostJob({} as Parameters<typeof usePostJob>[0], draft);
    return null;
  };
  renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await page?.post({ title: 'Corrected version' } as JobDraft);
  expect(heldOutcomes.read()[0]).toMatchObject({
    title: 'An earlier version is posted already',
    description: expect.stringContaining('open and cancel the earlier one'),
    action: { label: 'Open it' },
  });
  expect(draft.renewId).toHaveBeenCalledOnce();
  expect(draft.finish).not.toHaveBeenCalled();
});
