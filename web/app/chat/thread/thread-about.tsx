import type { ThreadCard, ThreadState } from '@kindpal/contract/chat/schema';
import { jobTypeLabel, TO_CONFIRM } from '@kindpal/contract/job/rules';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';

const STATES: Record<ThreadState, [tone: BadgeTone, label: string]> = {
  claimed: ['accent', 'Claimed'],
  in_progress: ['accent', 'In progress'],
  to_confirm: ['caution', TO_CONFIRM],
  completed: ['plain', 'Completed'],
  released: ['plain', 'Claim ended'],
  no_show: ['danger', 'No-show'],
  cancelled: ['danger', 'Canceled'],
};

/** The state of a job's thread: with its claim live, or how it ended. */
export function ThreadStateLabel({ state }: { state: ThreadState }) {
  const [tone, label] = STATES[state];
  return (
    <StatusLabel tone={tone} className="shrink-0">
      {label}
    </StatusLabel>
  );
}

/**
 * The title of a thread's job; members who may not see it read the type and the pet's name instead.
 */
export function threadTitleOf({
  title,
  job_type,
  pet_name,
}: NonNullable<ThreadCard['job']>): string {
  if (title !== null) return title;
  const kind = jobTypeLabel(job_type);
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} for ${pet_name}`;
}

/** Whether a thread's claim ended without completing the job, so that the thread is read-only. */
export function isEndedState(state: ThreadState): boolean {
  return state === 'released' || state === 'no_show' || state === 'cancelled';
}
