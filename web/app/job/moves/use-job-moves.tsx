import type { JobStatus } from '@kindpal/contract/job/schema';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { JobViewer } from '../job-summary.ts';
import {
  askBefore,
  type JobMove,
  type MoveTexts,
  moveTexts,
  type PlannedTime,
} from './job-action-texts.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useMoveJob } from './use-move-job.ts';

type Moves = {
  job: PlannedTime & { id: string; status: JobStatus };
  viewer: JobViewer;
  /** Called after an action: the pressed button may have disappeared. */
  onMoved: () => void;
};

/**
 * Performs actions on a job, with a confirmation first if the other side will notice or it is
 * early. `dialog` is that confirmation. [J6] [J9]
 */
export function useJobMoves({ job, viewer, onMoved }: Moves) {
  const { move, moving } = useMoveJob(job.id, viewer);
  const [asked, setAsked] = useState<{ move: JobMove; texts: MoveTexts } | null>(null);

  async function run(action: JobMove, reason?: string) {
    if (!(await move(action, reason))) return;
    // The dialog keeps the focus until it is unmounted.
    flushSync(() => setAsked(null));
    onMoved();
  }
  function press(action: JobMove) {
    const ask = askBefore(action, { viewer, job, now: Date.now() });
    if (ask) setAsked({ move: action, texts: { ...moveTexts(action, viewer), ask } });
    else void run(action);
  }
  const dialog: ReactNode = (
    <MoveDialog
      texts={asked?.texts ?? null}
      isOver={Date.parse(job.end_date) <= Date.now()}
      busy={moving !== null}
      onClose={() => setAsked(null)}
      onConfirm={(reason) => asked && void run(asked.move, reason)}
    />
  );
  return { press, moving, dialog };
}
