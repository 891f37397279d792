import { expect, it, vi } from 'vitest';
import { openPage } from './show-push.ts';

const tab = (url: string) => ({ url, focus: vi.fn(async () => null) });
type OpenClients = Parameters<typeof openPage>[0];

function browserWith(...tabs: ReturnType<typeof tab>[]) {
  const openWindow = vi.fn(async () => null);
  return {
    openWindow,
    clients: { matchAll: async () => tabs, openWindow } as unknown as OpenClients,
  };
}

const JOB = 'https://kindpal.example/jobs/1';

it('pressing a push message focuses the tab with its page', async () => {
  const [other, same] = [tab('https://kindpal.example/post-job'), tab(`${JOB}#messages`)];
  const { clients, openWindow } = browserWith(other, same);
  await openPage(clients, JOB);
  expect(same.focus).toHaveBeenCalledOnce();
  expect(other.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it('pressing a push message opens its page if no tab has it, and keeps what is typed elsewhere', async () => {
  const other = tab('https://kindpal.example/post-job');
  const { clients, openWindow } = browserWith(other);
  await openPage(clients, JOB);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(JOB);
  expect(other.focus).not.toHaveBeenCalled();
});
