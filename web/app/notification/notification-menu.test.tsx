import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { NotificationMenu } from './notification-menu.tsx';

vi.mock('~/ui/dropdown-menu.tsx', () => {
  const Shown = ({ children }: { children: ReactNode }) => children;
  return { Menu: Shown, MenuItem: Shown, MenuLabel: Shown, MenuLink: Shown, MenuSeparator: Shown };
});

it('the newest notifications stay in the bell’s menu when they fail to load again', async () => {
  const one = {
    id: 'one',
    title: 'Sam Sitter claimed your job',
    body: 'A walk at noon',
    href: '/jobs/one',
    created_at: '2026-11-01T12:00:00.000Z',
    read_at: null,
  };
  const controls = { trigger: <button type="button" />, onOpenChange: () => {} };
  const menu = <NotificationMenu {...controls} open startsAtFirst={false} unread={1} />;
  const shown = await renderFailedRefetch(menu, {
    queryKey: api.notification.list.queryKey({ input: { limit: 6 } }),
    data: { items: [one] },
  });
  expect(shown).toContain('Sam Sitter claimed your job');
});
