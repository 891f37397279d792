import { type FeedbackStatus, feedbackStatusSchema } from '@kindpal/contract/feedback/schema';
import { readSearch } from '~/lib/use-list-filter.ts';

export type FeedbackFilter = {
  status: FeedbackStatus | undefined;
  isOverdue: boolean;
  /** About a job that runs or starts within a day. */
  isUrgent: boolean;
  search: string;
};

/** The filter of the list as the address holds it; what is not ours is left out. [F4] */
export function readFeedbackFilter(params: URLSearchParams): FeedbackFilter {
  const status = feedbackStatusSchema.safeParse(params.get('status'));
  return {
    status: status.success ? status.data : undefined,
    isOverdue: params.get('overdue') === '1',
    isUrgent: params.get('urgent') === '1',
    search: readSearch(params),
  };
}

/** The same as the call takes it. */
export function feedbackQuery({ status, isOverdue, isUrgent, search }: FeedbackFilter) {
  return {
    ...(status ? { status } : {}),
    ...(isOverdue ? { overdue: 'true' } : {}),
    ...(isUrgent ? { urgent: 'true' } : {}),
    ...(search ? { search } : {}),
  };
}
