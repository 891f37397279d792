import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createStore } from '~/lib/store.ts';
import { JobThreads } from './job-threads.tsx';

const claiming = vi.hoisted(() => ({ isInProgress: false }));
vi.mock('~/job/claim/use-claim-job.ts', () => ({
  get claimInProgress() {
    return createStore(claiming.isInProgress);
  },
}));
vi.mock('../job-chat.tsx', () => ({ JobChat: () => 'the messages' }));
vi.mock('./ended-threads.tsx', () => ({ EndedThreads: () => null }));

it('a sitter’s chat opens once their claim is answered: the message sent with it is in it then [J5 M1]', () => {
  const thread = { jobId: 'job', claimId: 'claim' } as never;
  const open = { thread, jobTitle: 'A walk at noon' };
  claiming.isInProgress = true;
  expect(renderToString(<JobThreads jobId="job" open={open} />)).toBe('');
  claiming.isInProgress = false;
  expect(renderToString(<JobThreads jobId="job" open={open} />)).toContain('the messages');
});
