import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { pathOfNotification, targetOfPath } from '@kindpal/contract/notification/target';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/query-client.ts';
import {
  countNotifications,
  mayBeAbout,
  TARGETS,
  unreadNotificationsQuery,
} from './unread-count.ts';

const calls = vi.hoisted(() => ({ markVisited: vi.fn(), countUnread: vi.fn() }));
vi.mock('~/lib/client.ts', async (original) => ({
  ...(await original<object>()),
  client: { notification: calls },
}));

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
const pathOf = (type: NotificationType) =>
  pathOfNotification(type, { job_id: id(1), claim_id: id(2), actor_id: id(3) });

describe('a member who opens the page that a notification leads to', () => {
  it.each(types.map((type) => [type, pathOf(type)]))(
    'of %s marks it as read, by a request that is sent for %s',
    (type, path) => {
      expect(TARGETS.test(path)).toBe(true);
      expect(targetOfPath(path)?.types).toContain(type as NotificationType);
    },
  );

  it('marks only the notifications that lead there', () => {
    for (const type of types) {
      const { target } = definitionOf(type);
      const marked = targetOfPath(pathOf(type))?.types ?? [];
      expect(new Set(marked.map((one) => definitionOf(one).target))).toEqual(new Set([target]));
    }
  });
});

it('a page that no notification leads to sends no request', () => {
  for (const path of ['/', '/dashboard', '/my-jobs', '/my-day', '/directory', '/jobs', '/chat']) {
    expect(TARGETS.test(path)).toBe(false);
  }
});

describe('an open page that notifications link to', () => {
  const counted = { unread: 1, mailbox_refuses: false };
  const show = (address: string, visibilityState = 'visible') => {
    vi.stubGlobal('window', { location: new URL(address, 'https://kindpal.example') });
    vi.stubGlobal('document', { visibilityState });
  };
  beforeEach(() => {
    calls.markVisited.mockReset().mockResolvedValue(counted);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('marks what arrives and counts the rest in one request, and is not visited for the rest', async () => {
    show('/jobs/one');
    await countNotifications();
    expect(calls.markVisited.mock.calls.map(([input]) => input)).toEqual([{ path: '/jobs/one' }]);
    expect(queryClient.getQueryData(unreadNotificationsQuery.queryKey)).toEqual(counted);
    expect(mayBeAbout('/jobs/one', 1)).toBe(false);
    expect(mayBeAbout('/jobs/one', 2)).toBe(true);
    expect(mayBeAbout('/jobs/two', 1)).toBe(true);
    expect(mayBeAbout('/dashboard', 1)).toBe(false);
  });

  it('names the tab that a notification may link to, and nothing else of the address', async () => {
    show('/admin/users?tab=requests&search=mia');
    await countNotifications();
    expect(calls.markVisited).toHaveBeenCalledWith({ path: '/admin/users?tab=requests' });
  });

  it('does not mark anything while it is hidden, and counts when the request fails', async () => {
    const refetch = vi.spyOn(queryClient, 'invalidateQueries');
    show('/jobs/one', 'hidden');
    await countNotifications();
    expect(calls.markVisited).not.toHaveBeenCalled();
    show('/jobs/one');
    calls.markVisited.mockRejectedValue(new Error('offline'));
    await countNotifications();
    expect(refetch).toHaveBeenCalledTimes(2);
  });
});
