import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { isCalling } from './is-calling.ts';
import { queryClient } from './query-client.ts';

it('a call is in progress from the press on until its response, while others are not', async () => {
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/') });
  vi.stubGlobal('fetch', async () => Response.json('ABCD-EFGH-JKMN'));
  let press: (() => Promise<unknown>) | undefined;
  const ReplaceButton = () => {
    const { mutateAsync } = useMutation(api.invite.replace.mutationOptions());
    press = () => mutateAsync({});
    return null;
  };
  renderToString(
    <QueryClientProvider client={queryClient}>
      <ReplaceButton />
    </QueryClientProvider>,
  );
  expect(isCalling(api.invite.replace)).toBe(false);
  const response = press?.().catch(() => undefined);
  expect(isCalling(api.invite.replace)).toBe(true);
  expect(isCalling(api.account.resend)).toBe(false);
  await response;
  expect(isCalling(api.invite.replace)).toBe(false);
  vi.unstubAllGlobals();
});
