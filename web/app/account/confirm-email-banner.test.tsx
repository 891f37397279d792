import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';

const user = vi.hoisted(() => ({
  email: 'olvie@example.com',
  new_email: null as string | null,
}));
vi.mock('./session/use-session.ts', () => ({ useUser: () => user }));

/** What a newcomer reads. */
function textOf(pending: string | null): string {
  user.new_email = pending;
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <ConfirmEmailBanner confirmBy="2026-12-05T12:00:00Z" />
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
