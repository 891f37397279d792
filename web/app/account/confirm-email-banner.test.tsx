import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { buttons } from '~/testing/buttons.ts';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';

const user = vi.hoisted(() => ({
  email: 'olvie@example.com',
  new_email: null as string | null,
}));
vi.mock('./session/use-session.ts', () => ({ useUser: () => user }));
vi.mock('~/ui/button.tsx', () => import('~/testing/buttons.ts'));
vi.mock('~/ui/dialog.tsx', () => {
  const Shown = ({ description, children }: { description?: string; children: ReactNode }) => [
    description,
    children,
  ];
  return { Dialog: Shown, DialogActions: Shown };
});
afterEach(() => vi.unstubAllGlobals());

/** What a newcomer reads, with the open window for the code. */
function textOf(pending: string | null): string {
  user.new_email = pending;
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ConfirmEmailBanner confirmBy="2026-12-05T12:00:00Z" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]*>/g, '');
}

test('a newcomer who has corrected their address is told to open the link sent to the new one [U1 U8]', () => {
  expect(textOf(null)).toContain(
    'We emailed a code to olvie@example.com. Before you enter it, you can’t post',
  );
  expect(textOf('olive@example.com')).toContain(
    'Open the link that we emailed to olive@example.com, or enter the code that we emailed to olvie@example.com. Before you confirm, you can’t post',
  );
});

test('a newcomer who signs in elsewhere is told to send a new code there: the emailed one is for the browser where they joined [U1]', () => {
  expect(textOf(null)).toContain('Later or in another browser, send a new code.');
});

test('a double click on Send a new code requests one code: the second would end the first [U1]', async () => {
  const fetch = vi.fn(async (_request: Request) => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/dashboard') });
  textOf(null);
  buttons.pressTwice('Send a new code');
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
  const resent = fetch.mock.calls.filter(([{ url }]) => url.endsWith('/resend'));
  expect(resent).toHaveLength(1);
});
