import type { JobSide } from '@kindpal/contract/job/my-jobs';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '~/ui/button.tsx';
import { moveTexts } from '../job-action-texts.ts';
import { MoveDialog } from '../move-dialog.tsx';
import { useMoveJob } from '../use-move-job.ts';

type ReleaseButtonProps = {
  jobId: string;
  title: string;
  as: JobSide;
  /** Whether the job's end has passed: then it does not open again. */
  isOver: boolean;
  /** The card may be gone with the release: the focus needs another place. */
  onReleased: () => void;
};

/** Gives a job back, or releases its sitter, from a list; asks as the job's own page does. [D3] [J6] */
export function ReleaseButton({ jobId, title, as, isOver, onReleased }: ReleaseButtonProps) {
  const reader = as === 'owner' ? 'owner' : 'claimant';
  const texts = moveTexts('release', reader);
  const { move, moving } = useMoveJob(jobId, reader);
  const [isAsked, setAsked] = useState(false);

  async function release(reason: string) {
    if (!(await move('release', reason))) return;
    // The dialog holds on to the focus until it is gone.
    flushSync(() => setAsked(false));
    onReleased();
  }
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        aria-label={`${texts.label}: ${title}`}
        onClick={() => setAsked(true)}
      >
        {texts.label}
      </Button>
      <MoveDialog
        texts={isAsked ? texts : null}
        isOver={isOver}
        busy={moving !== null}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void release(reason)}
      />
    </>
  );
}
