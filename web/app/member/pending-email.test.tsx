import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { buttons } from '~/testing/buttons.ts';
import { PendingEmail } from './pending-email.tsx';

vi.mock('~/ui/button.tsx', () => import('~/testing/buttons.ts'));
afterEach(() => vi.unstubAllGlobals());

it('a double click on Keep the current email changes the address back once [U8]', async () => {
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/edit-profile') });
  renderToString(
    <QueryClientProvider client={queryClient}>
      <PendingEmail email="olive@example.com" pending="olivia@example.com" />
    </QueryClientProvider>,
  );
  buttons.pressTwice('Keep the current email');
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(fetch).toHaveBeenCalledOnce();
});
