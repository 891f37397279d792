import type { OwnProfile } from '@kindpal/contract/member/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { IntroduceWindow } from './introduce-window.tsx';
import { keepHello } from './introduction-draft.ts';

const opened = vi.hoisted((): { form: unknown } => ({ form: null }));
vi.mock('~/ui/dialog.tsx', () => ({
  Dialog: ({ children }: { children: unknown }) => {
    opened.form = children;
    return null;
  },
  DialogActions: () => null,
}));

const ME = '00000000-0000-4000-8000-000000000001';
const introduced = { id: ME, location: 'Old Town, Maine', place_id: 7 } as OwnProfile;
const bio = 'I grew up with two beagles.';
let calls: string[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    calls.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ ...introduced, bio, view: 'self' });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Submits the window with what it begins with; returns what goes with the claim. */
async function submitWindow(profile: OwnProfile) {
  const onClaim = vi.fn();
  renderToString(
    <QueryClientProvider client={queryClient}>
      <IntroduceWindow
        profile={profile}
        jobId="job"
        owner="Olive Owner"
        onClose={() => {}}
        onClaim={onClaim}
      />
    </QueryClientProvider>,
  );
  const { props } = opened.form as ReactElement<ComponentProps<'form'>>;
  await props.onSubmit?.({ preventDefault() {}, persist() {} } as never);
  return onClaim.mock.calls[0]?.[0];
}

it('a sitter with a complete profile sends their message with the claim, and their profile is not saved [J5 R7]', async () => {
  keepHello(sessionStorage, { me: ME, jobId: 'job' }, 'When shall I come by?');
  const beside = await submitWindow({ ...introduced, bio });
  expect(beside).toEqual({ greet: expect.any(Function) });
  expect(calls).toEqual([]);
});
