import type { JobSide } from '@kindpal/contract/job/my-jobs';
import { Button } from '~/ui/button.tsx';
import { moveTexts, type PlannedTime } from '../job-action-texts.ts';
import { useJobMoves } from '../use-job-moves.tsx';

type ReleaseButtonProps = {
  job: PlannedTime & { id: string; title: string };
  as: JobSide;
  /** The card may be gone with the release: the focus needs another place. */
  onReleased: () => void;
};

/** Gives a job back, or releases its sitter, from a list; asks as the job's own page does. [D3] [J6] */
export function ReleaseButton({ job, as, onReleased }: ReleaseButtonProps) {
  const reader = as === 'owner' ? 'owner' : 'claimant';
  const { label } = moveTexts('release', reader);
  const { press, dialog } = useJobMoves({ job, reader, onMoved: onReleased });
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        aria-label={`${label}: ${job.title}`}
        onClick={() => press('release')}
      >
        {label}
      </Button>
      {dialog}
    </>
  );
}
