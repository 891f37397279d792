import { type MoveAction, moveActionSchema } from '@kindpal/contract/job/actions';
import type { Reader } from './job-stage.ts';

/** What members do with the one call `move`. */
export type JobMove = MoveAction;

/** Whether a member does this by `move`: claiming, expiry and taking down are none. [J9] */
export const isJobMove = (action: string): action is JobMove =>
  moveActionSchema.safeParse(action).success;

export type MoveTexts = {
  label: string;
  busyLabel: string;
  /** The toast when it is done; none where the panel that was pressed says it by turning. */
  done?: string;
  /** The same where the job was over by then and expired instead of opening again. */
  doneAfterEnd?: string;
  /** The toast when it failed for no known reason. */
  failed: string;
  /** Asked in a dialog first, with a reason that the other side reads. */
  ask?: {
    title: string;
    description: string;
    /** What to say instead once the job is over. */
    afterEnd?: string;
    reason: string;
    keep: string;
  };
};

const FAILED = 'Failed to update the job. Please try again.';

const TEXTS: Record<JobMove, MoveTexts> = {
  start: {
    label: 'Start the job',
    busyLabel: 'Starting...',
    failed: FAILED,
  },
  complete: {
    label: 'Mark as done',
    busyLabel: 'Saving...',
    failed: FAILED,
  },
  confirm: {
    label: 'Confirm it is done',
    busyLabel: 'Confirming...',
    failed: FAILED,
  },
  reopen: {
    label: 'Open it again',
    busyLabel: 'Opening...',
    failed: FAILED,
  },
  dispute: {
    label: 'It is not done yet',
    busyLabel: 'Saving...',
    done: 'The job is in progress again.',
    failed: FAILED,
    ask: {
      title: 'Is the job not done?',
      description: 'It goes back to in progress, and your sitter is asked to finish it.',
      reason: 'What is missing?',
      keep: 'Go back',
    },
  },
  report_no_show: {
    label: 'Sitter did not come',
    busyLabel: 'Reporting...',
    done: 'Reported. The job is open again.',
    doneAfterEnd: 'Reported. The job is over and stays closed.',
    failed: FAILED,
    ask: {
      title: 'Did your sitter not come?',
      description: 'The claim ends as a no-show and the job opens again for other sitters.',
      afterEnd: 'The claim ends as a no-show. The job is over, so it does not open again.',
      reason: 'What happened?',
      keep: 'Go back',
    },
  },
  release: {
    label: 'Release the sitter',
    busyLabel: 'Releasing...',
    done: 'The job is open again.',
    doneAfterEnd: 'The sitter is released. The job is over and stays closed.',
    failed: 'Failed to release job. Please try again.',
    ask: {
      title: 'Release the sitter?',
      description: 'The job opens again at once and anybody can claim it. Your chat closes.',
      afterEnd: 'The job is over, so it does not open again. Your chat closes.',
      reason: 'Why?',
      keep: 'Keep the sitter',
    },
  },
  cancel: {
    label: 'Cancel the job',
    busyLabel: 'Cancelling...',
    done: 'The job is cancelled.',
    failed: FAILED,
    ask: {
      title: 'Cancel this job?',
      description: 'Nobody can claim it any more. A sitter who has it is told at once.',
      reason: 'Why?',
      keep: 'Keep the job',
    },
  },
};

/** A sitter gives back what an owner releases: one action, two points of view. */
const UNCLAIM: MoveTexts = {
  ...TEXTS.release,
  label: 'Give the job back',
  busyLabel: 'Giving back...',
  done: 'You gave the job back. It is open again.',
  doneAfterEnd: 'You gave the job back. It is over and stays closed.',
  failed: 'Failed to unclaim job. Please try again.',
  ask: {
    title: 'Give the job back?',
    description: 'It opens again at once and another sitter can claim it. Your chat closes.',
    afterEnd: 'The job is over, so it does not open again. Your chat closes.',
    reason: 'Why?',
    keep: 'Keep the job',
  },
};

/** What an action is called for its reader, and what is said about it. [J6] [J9] */
export function moveTexts(move: JobMove, reader: Reader): MoveTexts {
  return move === 'release' && reader === 'claimant' ? UNCLAIM : TEXTS[move];
}
