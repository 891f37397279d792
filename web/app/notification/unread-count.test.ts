import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { pathOfNotification, targetOfPath } from '@kindpal/contract/notification/target';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TARGETS } from './unread-count.ts';

/** As in a tab that has just been opened. */
async function openTab() {
  vi.resetModules();
  const { queryClient } = await import('~/lib/calls/query-client.ts');
  return { queryClient, ...(await import('./unread-count.ts')) };
}

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
  let visits: { path: string }[];
  let answer: () => Response;
  const show = (address: string, visibilityState = 'visible') => {
    vi.stubGlobal('window', { location: new URL(address, 'https://kindpal.example') });
    vi.stubGlobal('document', { visibilityState });
  };
  beforeEach(() => {
    visits = [];
    answer = () => Response.json(counted);
    vi.stubGlobal('fetch', async (request: Request) => {
      if (request.url.endsWith('/mark_notifications_visited')) visits.push(await request.json());
      return answer();
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('marks what arrives and counts the rest in one request, and is not visited for the rest', async () => {
    const { countNotifications, mayBeAbout, queryClient, unreadNotificationsQuery } =
      await openTab();
    show('/jobs/one');
    await countNotifications();
    expect(visits).toEqual([{ path: '/jobs/one' }]);
    expect(queryClient.getQueryData(unreadNotificationsQuery.queryKey)).toEqual(counted);
    expect(mayBeAbout('/jobs/one', 1)).toBe(false);
    expect(mayBeAbout('/jobs/one', 2)).toBe(true);
    expect(mayBeAbout('/jobs/two', 1)).toBe(true);
    expect(mayBeAbout('/dashboard', 1)).toBe(false);
  });

  it('is visited again after another page, or after everything was read elsewhere', async () => {
    const { countNotifications, mayBeAbout } = await openTab();
    answer = () => Response.json({ ...counted, unread: 3 });
    show('/jobs/one');
    await countNotifications();
    expect(mayBeAbout('/jobs/one', 3)).toBe(false);
    expect(mayBeAbout('/jobs/one', 0)).toBe(false);
    expect(mayBeAbout('/jobs/one', 1)).toBe(true);
    await countNotifications();
    expect(mayBeAbout('/dashboard', 3)).toBe(false);
    expect(mayBeAbout('/jobs/one', 1)).toBe(true);
  });

  it('names the tab that a notification may link to, and nothing else of the address', async () => {
    const { countNotifications } = await openTab();
    show('/admin/users?tab=requests&search=mia');
    await countNotifications();
    expect(visits).toEqual([{ path: '/admin/users?tab=requests' }]);
  });

  it('does not mark anything while it is hidden, and counts when the request fails', async () => {
    const { countNotifications, queryClient } = await openTab();
    const refetch = vi.spyOn(queryClient, 'invalidateQueries');
    show('/jobs/one', 'hidden');
    await countNotifications();
    expect(visits).toEqual([]);
    show('/jobs/one');
    answer = () => new Response('', { status: 500 });
    await countNotifications();
    expect(visits).toHaveLength(1);
    expect(refetch).toHaveBeenCalledTimes(2);
  });
});
