import { MOVE_ACTIONS, type MoveAction } from '@kindpal/contract/job/actions';
import type { JobDetail, JobStatus } from '@kindpal/contract/job/schema';
import { dateFormat, formatTime, keepTogether } from '~/lib/format.ts';
import type { JobViewer } from '../job-summary.ts';

/** Actions that members perform with the call `move`. */
export type JobMove = MoveAction;

/**
 * Whether members perform this action with `move`; claiming, expiry and taking down are others.
 * [J9]
 */
export const isJobMove = (action: string): action is JobMove =>
  MOVE_ACTIONS.some((move) => move === action);

export type MoveTexts = {
  label: string;
  busyLabel: string;
  /** The toast afterwards; none if the panel itself shows the result. */
  done?: string;
  /** The toast if the job was already over, so that it expired instead of opening again. */
  doneAfterEnd?: string;
  /** The toast after an unexpected error. */
  failed: string;
  /** The dialog before the action, if any. */
  ask?: MoveAsk;
};

export type MoveAsk = {
  title: string;
  description: string;
  /** The text instead once the job is over. */
  afterEnd?: string;
  /** The label for a reason that the other side reads; undefined if no reason is needed. */
  reason?: string;
  keep: string;
};

const FAILED = 'Failed to update the job. Please try again.';

/** The undo button in the toast. */
const TAKE_BACK = { label: 'Undo', busyLabel: 'Undoing...', failed: FAILED };

const TEXTS: Record<JobMove, MoveTexts> = {
  start: {
    label: 'Start the job',
    busyLabel: 'Starting...',
    done: 'You started the job.',
    failed: FAILED,
  },
  complete: {
    label: 'Mark as done',
    busyLabel: 'Saving...',
    done: 'Marked as done.',
    failed: FAILED,
  },
  confirm: {
    label: 'Confirm it’s done',
    busyLabel: 'Confirming...',
    failed: FAILED,
  },
  reopen: {
    label: 'Repost job',
    busyLabel: 'Reposting...',
    done: 'The job is open again.',
    failed: FAILED,
  },
  undo_start: TAKE_BACK,
  undo_complete: TAKE_BACK,
  dispute: {
    label: 'It’s not done yet',
    busyLabel: 'Saving...',
    done: 'The job is in progress again.',
    failed: FAILED,
    ask: {
      title: 'Is the job not done?',
      description: 'It goes back to in progress for your sitter to finish.',
      reason: 'What is missing?',
      keep: 'Go back',
    },
  },
  report_no_show: {
    label: 'Sitter didn’t show up',
    busyLabel: 'Reporting...',
    done: 'Reported. The job is open again.',
    doneAfterEnd: 'Reported. The job is over and stays closed.',
    failed: FAILED,
    ask: {
      title: 'Sitter didn’t show up?',
      description: 'The claim ends as a no-show and the job opens again for other sitters.',
      afterEnd: 'The claim ends as a no-show. The job is over, so it doesn’t open again.',
      reason: 'What happened?',
      keep: 'Go back',
    },
  },
  release: {
    label: 'Remove this sitter',
    busyLabel: 'Removing...',
    done: 'The job is open again.',
    doneAfterEnd: 'The sitter is removed. The job is over and stays closed.',
    failed: 'Failed to release job. Please try again.',
    ask: {
      title: 'Remove this sitter?',
      description: 'The job opens again right away and any sitter can claim it. Your chat closes.',
      afterEnd: 'The job is over, so it won’t open again. Your chat closes.',
      reason: 'Why?',
      keep: 'Keep the sitter',
    },
  },
  cancel: {
    label: 'Cancel the job',
    busyLabel: 'Canceling...',
    done: 'The job is canceled.',
    failed: FAILED,
    ask: {
      title: 'Cancel this job?',
      description: 'It’s removed from the list.',
      reason: 'Why?',
      keep: 'Keep the job',
    },
  },
};

/** For a sitter, `release` means canceling their own claim, so it has texts of its own. */
const UNCLAIM: MoveTexts = {
  ...TEXTS.release,
  label: 'Cancel my claim',
  busyLabel: 'Canceling...',
  done: 'Your claim is canceled. The job is open again.',
  doneAfterEnd: 'Your claim is canceled. The job is over and stays closed.',
  failed: 'Failed to unclaim job. Please try again.',
  ask: {
    title: 'Cancel your claim?',
    description:
      'The job opens again right away and another sitter can claim it. Your chat closes.',
    afterEnd: 'The job is over, so it won’t open again. Your chat closes.',
    reason: 'Why?',
    keep: 'Keep the job',
  },
};

/** The texts of an action for this viewer. [J6] [J9] */
export function moveTexts(move: JobMove, viewer: JobViewer): MoveTexts {
  return move === 'release' && viewer === 'claimant' ? UNCLAIM : TEXTS[move];
}

/**
 * The action that undoes this one; undefined if there is none, because a claim ended or the other
 * side has been notified. `before` is the job's previous state. [J9]
 */
export function undoOf(
  move: JobMove,
  { before, can }: { before: JobStatus | undefined; can: JobDetail['can'] },
): JobMove | undefined {
  if (move === 'start' && can.undo_start) return 'undo_start';
  if (move === 'complete' && can.undo_complete) return 'undo_complete';
  if (move === 'cancel' && before === 'open' && can.reopen) return 'reopen';
  return move === 'reopen' && can.cancel ? 'cancel' : undefined;
}

/** The planned times of a job, as ISO texts. */
export type PlannedTime = { start_date: string; end_date: string; time_zone: string };

type Asked = { viewer: JobViewer; job: PlannedTime & { status: JobStatus }; now: number };

/** The dialog before an action; undefined if none is needed. [J6] [J9] */
export function askBefore(move: JobMove, { viewer, job, now }: Asked): MoveAsk | undefined {
  if (move === 'start' && now < Date.parse(job.start_date)) {
    return {
      title: 'Start early?',
      description: `It’s scheduled for ${momentOf(job.start_date, job)}.`,
      keep: 'Not yet',
    };
  }
  if (move === 'complete' && now < Date.parse(job.end_date)) {
    return {
      title: 'Done early?',
      description: `It’s scheduled until ${momentOf(job.end_date, job)}. We’ll ask the owner to confirm.`,
      keep: 'Not yet',
    };
  }
  const { ask } = moveTexts(move, viewer);
  if (move === 'cancel' && ask && job.status !== 'open') {
    return { ...ask, description: 'It won’t take place. Your sitter is notified right away.' };
  }
  return ask;
}

/** 'Sat, Nov 22, 5:00 PM' in the job's time zone. */
function momentOf(moment: string, { time_zone: timeZone }: PlannedTime): string {
  const day = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone });
  return keepTogether(`${day.format(new Date(moment))}, ${formatTime(moment, timeZone)}`);
}
