import { type FeedbackStatus, feedbackStatusSchema } from '@kindpal/contract/feedback/schema';

export type FeedbackFilter = {
  status: FeedbackStatus | undefined;
  isOverdue: boolean;
  search: string;
};

export const SEARCH_MAX = 100;

/** The filter of the list as the address holds it; what is not ours is left out. [F4] */
export function readFeedbackFilter(params: URLSearchParams): FeedbackFilter {
  const status = feedbackStatusSchema.safeParse(params.get('status'));
  return {
    status: status.success ? status.data : undefined,
    isOverdue: params.get('overdue') === '1',
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_MAX),
  };
}

/** The same as the call takes it. */
export function feedbackQuery({ status, isOverdue, search }: FeedbackFilter) {
  return {
    ...(status ? { status } : {}),
    ...(isOverdue ? { overdue: 'true' } : {}),
    ...(search ? { search } : {}),
  };
}

/**
 * A piece of a message that finds it again: there is no call for a single request, and one that is
 * being answered may have left the list. [F4]
 */
export function findingPhrase(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), '');
  return longest.slice(0, SEARCH_MAX).trim();
}
