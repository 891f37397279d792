import { OVERDUE_MS } from '@kindpal/contract/feedback/rules';
import type { Feedback, StaffFeedback } from '@kindpal/contract/feedback/schema';
import type { OwnFeedbackRow, StaffRow } from './queries.ts';

/** A request as its sender sees it: without who answered, or which page it was sent from. */
export function presentFeedback({ position: _, ...row }: OwnFeedbackRow): Feedback {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    responded_at: row.responded_at?.toISOString() ?? null,
  };
}

/** A request as staff see it; `now` decides whether it is overdue. [F4] */
export function presentStaffFeedback(row: StaffRow, now: Date): StaffFeedback {
  const waits = row.status === 'open' || row.status === 'in_progress';
  const { position: _, ...shown } = row;
  return {
    ...shown,
    ...presentFeedback(row),
    is_overdue: waits && now.getTime() - row.created_at.getTime() > OVERDUE_MS,
  };
}
