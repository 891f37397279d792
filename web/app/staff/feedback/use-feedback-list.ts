import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { atCursor, type Page, pageByPage } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { type FeedbackFilter, feedbackQuery } from './feedback-filter.ts';

type Pages = InfiniteData<Page<StaffFeedback>>;

/** All feedback that matches the filter, newest first, live. [F4] */
export function useFeedbackList(filter: FeedbackFilter) {
  return useInfiniteQuery(
    api.feedback.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...feedbackQuery(filter), ...atCursor(cursor) }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}

/** The current version of a request, even if it left the list while it is being answered. [F4] */
export function useLatest(row: StaffFeedback, isListed: boolean): StaffFeedback {
  const { data } = useQuery(
    api.feedback.get.queryOptions({ input: { id: row.id }, enabled: !isListed, staleTime: 0 }),
  );
  return !isListed && data && data.version > row.version ? data : row;
}

function replaceInLists(changed: StaffFeedback): void {
  const swap = (row: StaffFeedback) => (row.id === changed.id ? changed : row);
  queryClient.setQueriesData<Pages>({ queryKey: api.feedback.list.key() }, (held) => {
    if (!held) return held;
    const pages = held.pages.map((page) => ({ ...page, items: page.items.map(swap) }));
    return { ...held, pages };
  });
}

/**
 * Sets a status or an answer. If another person changed the request first, it is refetched. [F4]
 */
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
        if (hasCode(error, 'FEEDBACK_CHANGED')) {
          void queryClient.invalidateQueries({ queryKey: api.feedback.key() });
        }
        notifyFailure(error, { unexpected: 'Failed to update feedback.' });
      },
    }),
  );
}
