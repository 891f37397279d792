import { MOVE_ACTIONS, type MoveAction } from '@kindpal/contract/job/actions';
import type { JobDetail, JobStatus } from '@kindpal/contract/job/schema';
import { dateFormat, formatTime } from '../lib/format.ts';
import type { Reader } from './job-summary.ts';

/** What members do with the one call `move`. */
export type JobMove = MoveAction;

/** Whether a member does this by `move`: claiming, expiry and taking down are none. [J9] */
export const isJobMove = (action: string): action is JobMove =>
  MOVE_ACTIONS.some((move) => move === action);

export type MoveTexts = {
  label: string;
  busyLabel: string;
  /** The toast when it is done; none where the panel that was pressed says it by turning. */
  done?: string;
  /** The same where the job was over by then and expired instead of opening again. */
  doneAfterEnd?: string;
  /** The toast when it failed for no known reason. */
  failed: string;
  /** Asked in a dialog first. */
  ask?: MoveAsk;
};

export type MoveAsk = {
  title: string;
  description: string;
  /** What to say instead once the job is over. */
  afterEnd?: string;
  /** Asks for a reason that the other side reads; what only is early needs none. */
  reason?: string;
  keep: string;
};

const FAILED = 'Failed to update the job. Please try again.';

/** Pressed in a toast, within seconds. */
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

/** A sitter gives back what an owner releases: one action, two points of view. */
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

/** What an action is called for its reader, and what is said about it. [J6] [J9] */
export function moveTexts(move: JobMove, reader: Reader): MoveTexts {
  return move === 'release' && reader === 'claimant' ? UNCLAIM : TEXTS[move];
}

/**
 * The move that takes one back at once; undefined where nothing can, because a claim ended with it or
 * the other side was asked first. `before` is how the job stood. [J9]
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

/** When a job is planned; times are ISO texts. */
export type PlannedTime = { start_date: string; end_date: string; time_zone: string };

type Asked = { reader: Reader; job: PlannedTime & { status: JobStatus }; now: number };

/** What is asked before an action: undefined where a press does it. [J6] [J9] */
export function askBefore(move: JobMove, { reader, job, now }: Asked): MoveAsk | undefined {
  if (move === 'start' && now < Date.parse(job.start_date)) {
    return {
      title: 'Start early?',
      description: `It’s planned for ${momentOf(job.start_date, job)}.`,
      keep: 'Not yet',
    };
  }
  if (move === 'complete' && now < Date.parse(job.end_date)) {
    return {
      title: 'Done early?',
      description: `It’s planned until ${momentOf(job.end_date, job)}. The owner is asked to confirm.`,
      keep: 'Not yet',
    };
  }
  const { ask } = moveTexts(move, reader);
  if (move === 'cancel' && ask && job.status !== 'open') {
    return { ...ask, description: 'It won’t take place. Your sitter is notified right away.' };
  }
  return ask;
}

/** 'Sat, Nov 22, 5:00 PM' on the job's own clock. */
function momentOf(moment: string, { time_zone: timeZone }: PlannedTime): string {
  const day = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone });
  return `${day.format(new Date(moment))}, ${formatTime(moment, timeZone)}`;
}
