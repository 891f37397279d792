import { type FeedbackStatus, feedbackStatusSchema } from '@kindpal/contract/feedback/schema';
import { readSearch } from '~/lib/use-list-filter.ts';

export type FeedbackFilter = {
  status: FeedbackStatus | undefined;
  isOverdue: boolean;
  /** Only requests about a job that is in progress or starts within a day. */
  isUrgent: boolean;
  search: string;
};

/** The filter from the address; unknown values are ignored. [F4] */
export function readFeedbackFilter(params: URLSearchParams): FeedbackFilter {
  const status = feedbackStatusSchema.safeParse(params.get('status'));
  return {
    status: status.success ? status.data : undefined,
    isOverdue: params.get('overdue') === '1',
    isUrgent: params.get('urgent') === '1',
    search: readSearch(params),
  };
}

/** The filter as input of the call. */
export function feedbackQuery({ status, isOverdue, isUrgent, search }: FeedbackFilter) {
  return {
    ...(status ? { status } : {}),
    ...(isOverdue ? { overdue: 'true' } : {}),
    ...(isUrgent ? { urgent: 'true' } : {}),
    ...(search ? { search } : {}),
  };
}
