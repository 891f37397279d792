import { type StaffUser, USERS_PER_PAGE } from '@kindpal/contract/staff/schema';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { atCursor, type Page } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { LiveQueue } from '~/lib/live/live-queue.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { appRoleLabel } from '~/staff/sections.ts';
import { type UserFilter, userQuery } from './user-filter.ts';

const queue = new LiveQueue();
const LIVE_SPREAD_MS = 500;
const key = api.staff.listUsers.key();

/**
 * Refetches the list; in a hidden tab only when it becomes visible, because each view of email
 * addresses is logged.
 */
function refetchUsers() {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ queryKey: key, refetchType });
}

/**
 * One page of the members that match the filter, live, with functions for the next and previous
 * page. [S3]
 */
export function useUserList(filter: UserFilter) {
  const asked = userQuery(filter);
  const of = JSON.stringify(asked);
  const [way, setWay] = useState({ of, cursors: [] as string[], total: null as number | null });
  // Another filter starts at its first page.
  const cursors = way.of === of ? way.cursors : [];
  const query = useQuery(
    api.staff.listUsers.queryOptions({
      input: { ...asked, ...atCursor(cursors.at(-1)), limit: USERS_PER_PAGE },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  const rows = query.data?.items ?? [];
  const next = query.isPlaceholderData ? null : (query.data?.next_cursor ?? null);

  useChange('users', ({ op, id }) => {
    const isSeen =
      op !== 'update' || filter.role || filter.state || rows.some((row) => row.id === id);
    if (isSeen) queue.add({ id: 'users', spreadMs: LIVE_SPREAD_MS, refetch: refetchUsers });
  });

  // Later pages have no total, so the first page's total stays; a search ends with its last page.
  const isLast = query.data?.next_cursor === null && !query.isPlaceholderData;
  const counted = isLast ? cursors.length * USERS_PER_PAGE + rows.length : null;
  const total = query.data?.total ?? (way.of === of ? way.total : null) ?? counted;

  return {
    query,
    rows,
    page: cursors.length,
    total,
    goOn: next ? () => setWay({ of, cursors: [...cursors, next], total }) : null,
    goBack: cursors.length > 0 ? () => setWay({ of, cursors: cursors.slice(0, -1), total }) : null,
  };
}

function replaceInLists(changed: StaffUser): void {
  queryClient.setQueriesData<Page<StaffUser> & { total: number | null }>(
    { queryKey: key },
    (held) => {
      if (!held) return held;
      return { ...held, items: held.items.map((row) => (row.id === changed.id ? changed : row)) };
    },
  );
}

/** Gives a member another role. If another person changed it first, it is refetched. [S3] */
export function useSetRole() {
  return useMutation(
    api.staff.setUserRole.mutationOptions({
      onSuccess: (changed) => {
        replaceInLists(changed);
        refetchUsers();
        notify.outcome({
          title: 'Role changed',
          description: `${changed.full_name} is ${appRoleLabel(changed.app_role)} from now on.`,
        });
      },
      onError: (error) => {
        if (wasCanceled(error)) return;
        if (hasCode(error, 'ROLE_CHANGED', 'NOT_FOUND')) refetchUsers();
        notifyFailure(error, { unexpected: 'Failed to change the role. Please try again.' });
      },
    }),
  );
}
