import type { JobSide } from '@kindpal/contract/job/my-jobs';
import type { MemberJob } from '@kindpal/contract/job/schema';
import { MoreMenu } from '~/ui/more-menu.tsx';
import { moveTexts } from '../moves/job-action-texts.ts';
import { useJobMoves } from '../moves/use-job-moves.tsx';

type ReleaseMenuProps = {
  job: MemberJob;
  claimId: string | null;
  as: JobSide;
  /** The card may disappear with the release, so the focus must move elsewhere. */
  onReleased: () => void;
};

/**
 * A menu to end a claim from a list, away from accidental taps; it shows the same dialog as the
 * job's page. [D3] [J6]
 */
export function ReleaseMenu({ job, claimId, as, onReleased }: ReleaseMenuProps) {
  const viewer = as === 'owner' ? 'owner' : 'claimant';
  const { press, dialog } = useJobMoves({ job, claimId, viewer, onMoved: onReleased });
  return (
    <>
      <MoreMenu
        label={`More for ${job.title}`}
        actions={[
          {
            label: moveTexts('release', viewer).label,
            onSelect: () => press('release'),
            danger: true,
          },
        ]}
      />
      {dialog}
    </>
  );
}
