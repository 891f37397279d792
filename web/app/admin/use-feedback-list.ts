import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { type FeedbackFilter, feedbackQuery, findingPhrase } from './feedback-filter.ts';
import type { Page } from './paged-list.tsx';

type Pages = InfiniteData<Page<StaffFeedback>>;

/** Everything that came in and passes the filter, newest first, live. [F4] */
export function useFeedbackList(filter: FeedbackFilter) {
  return useInfiniteQuery(
    api.feedback.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...feedbackQuery(filter),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  );
}

/** How a request stands now, also after it has left the list under somebody who answers it. [F4] */
export function useLatest(row: StaffFeedback, isListed: boolean): StaffFeedback {
  const { data } = useQuery(
    api.feedback.list.queryOptions({
      input: { search: findingPhrase(row.message), limit: 50 },
      enabled: !isListed,
      staleTime: 0,
    }),
  );
  if (isListed) return row;
  const found = data?.items.find(({ id }) => id === row.id);
  return found && found.version > row.version ? found : row;
}

function replaceInLists(changed: StaffFeedback): void {
  const swap = (row: StaffFeedback) => (row.id === changed.id ? changed : row);
  queryClient.setQueriesData<Pages | Page<StaffFeedback>>(
    { queryKey: api.feedback.list.key() },
    (held) => {
      if (!held) return held;
      if (!('pages' in held)) return { ...held, items: held.items.map(swap) };
      const pages = held.pages.map((page) => ({ ...page, items: page.items.map(swap) }));
      return { ...held, pages };
    },
  );
}

/** Sets a status or answers; when somebody else was faster their change is fetched. [F4] */
export function useUpdateFeedback() {
  return useMutation(
    api.feedback.update.mutationOptions({
      onSuccess: (changed) => {
        replaceInLists(changed);
        void queryClient.invalidateQueries({ queryKey: api.feedback.key() });
        notify.outcome({
          title: 'Feedback updated',
          description: 'Feedback status has been updated successfully.',
        });
      },
      onError: (error) => {
        if (hasCode(error, 'UNAUTHORIZED')) return;
        if (hasCode(error, 'FEEDBACK_CHANGED')) {
          void queryClient.invalidateQueries({ queryKey: api.feedback.key() });
        }
        notify.outcome({
          title: 'Error',
          description: errorText(error, 'Failed to update feedback.'),
          variant: 'destructive',
        });
      },
    }),
  );
}
