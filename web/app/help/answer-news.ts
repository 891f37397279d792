import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import type { Feedback } from '@kindpal/contract/feedback/schema';

/** What a member is told when a request of theirs has changed. [F4] */
export function answerNews({ status }: Pick<Feedback, 'status'>): string {
  if (status === 'responded') return 'Kindpal answered your request.';
  return `Your request is now: ${feedbackLabel(status)}.`;
}
