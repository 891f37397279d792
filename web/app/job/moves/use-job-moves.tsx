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
  /** The claim that the member sees, null for none; the action does not apply to another one. */
  claimId: string | null;
  viewer: JobViewer;
  /** Called after an action: the pressed button may have disappeared. */
  onMoved: () => void;
};

/** What is confirmed, for the claim shown when it was pressed. */
type Asked = { move: JobMove; claimId: string | null; texts: MoveTexts };

/**
 * Performs actions on a job, with a confirmation first if the other side will notice or it is
 * early. `dialog` is that confirmation. [J6] [J9]
 */
export function useJobMoves({ job, claimId, viewer, onMoved }: Moves) {
  const { move, moving } = useMoveJob(job.id, viewer);
  const [asked, setAsked] = useState<Asked | null>(null);

  async function run(action: JobMove, given: Parameters<typeof move>[1]) {
    const result = await move(action, given);
    if (result === 'failed') return;
    // The dialog keeps the focus until it is unmounted. It asks about a claim that may have ended.
    flushSync(() => setAsked(null));
    if (result === 'moved') onMoved();
  }
  function press(action: JobMove) {
    const ask = askBefore(action, { viewer, job, now: Date.now() });
    if (ask) setAsked({ move: action, claimId, texts: { ...moveTexts(action, viewer), ask } });
    else void run(action, { claimId });
  }
  const dialog: ReactNode = (
    <MoveDialog
      texts={asked?.texts ?? null}
      isOver={Date.parse(job.end_date) <= Date.now()}
      viewer={viewer}
      hasSitter={job.status !== 'open'}
      busy={moving !== null}
      onClose={() => setAsked(null)}
      onConfirm={(reason) => asked && void run(asked.move, { claimId: asked.claimId, reason })}
    />
  );
  return { press, moving, dialog };
}
