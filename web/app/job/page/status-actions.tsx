import { CalendarPlus, MessageCircle, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { jobThreadPath } from '~/chat/thread/thread-name.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { notify } from '~/notify/notify.ts';
import { useReviewable } from '~/review/use-reviewable.ts';
import { Button, type ButtonProps } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { MoreMenu } from '~/ui/more-menu.tsx';
import { ClaimButton } from '../claim/claim-button.tsx';
import {
  type JobSummary,
  type JobViewer,
  leavesReviewNext,
  type MemberJobDetail,
  type OtherStep,
} from '../job-summary.ts';
import { isJobMove, moveTexts } from '../moves/job-action-texts.ts';
import { useJobMoves } from '../moves/use-job-moves.tsx';
import { addToCalendar } from './calendar-file.ts';

type StatusActionsProps = {
  job: MemberJobDetail;
  viewer: JobViewer;
  summary: JobSummary;
  /** One row: all actions but the first are in the menu. */
  isCompact: boolean;
  /** Called after an action whose result the text shows. */
  onDone: () => void;
};

/**
 * The main action as a button, other useful ones beside it, and a menu with those that the other
 * side will notice. In the side column each line of buttons fills it. [J4] [J9]
 */
export function StatusActions({ job, viewer, summary, isCompact, onDone }: StatusActionsProps) {
  const { press, moving, dialog } = useJobMoves({
    job,
    claimId: job.claim?.id ?? null,
    viewer,
    onMoved: onDone,
  });
  const others = useOtherSteps(job);
  const isReviewNext = useIsReviewNext(job, summary);
  const { primary, secondary, later } = summary;
  const inMenu = isCompact ? secondary : [];
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-2 empty:hidden',
        !isCompact && 'flex-wrap',
        !isCompact && isOnlyMenu(summary) && 'absolute top-3 right-3',
      )}
    >
      {primary === 'claim' ? <ClaimButton job={job} onSettled={onDone} /> : null}
      {primary && primary !== 'claim' && isJobMove(primary) ? (
        <Button
          className="lg:grow"
          busy={moving === primary}
          busyLabel={moveTexts(primary, viewer).busyLabel}
          onClick={() => press(primary)}
        >
          {moveTexts(primary, viewer).label}
        </Button>
      ) : null}
      {isOtherStep(primary) ? (
        <OtherButton variant={isReviewNext ? 'outline' : 'primary'} {...others[primary]} />
      ) : null}
      {isCompact
        ? null
        : secondary.map((step) => <OtherButton key={step} variant="outline" {...others[step]} />)}
      {inMenu.length + later.length > 0 ? (
        <MoreMenu
          label="More"
          className="border-2 border-line-strong"
          actions={[
            ...inMenu.map((step) => ({
              label: others[step].label,
              onSelect: others[step].onClick,
            })),
            ...later.map((move) => ({
              label: moveTexts(move, viewer).label,
              onSelect: () => press(move),
              danger: true,
            })),
          ]}
        />
      ) : null}
      {dialog}
    </div>
  );
}

/**
 * Whether a review of a finished job comes before booking again or a message, so that a screen has
 * one primary button. Also while that is loading, or both would be primary for a moment.
 */
function useIsReviewNext(job: MemberJobDetail, { primary }: JobSummary): boolean {
  const isFinished = isOtherStep(primary) && leavesReviewNext(job);
  const { data, isPending } = useReviewable(job.id, isFinished);
  return isFinished && (isPending || (data ?? []).some(({ mine, can }) => can.write && !mine));
}

/** Whether the only action is the menu, which is then shown next to the heading. */
export const isOnlyMenu = ({ primary, secondary, later }: JobSummary): boolean =>
  primary === undefined && secondary.length === 0 && later.length > 0;

const isOtherStep = (step: JobSummary['primary']): step is OtherStep =>
  step !== undefined && step !== 'claim' && !isJobMove(step);

type OtherLook = { label: string; icon: ReactNode; onClick: () => void };

function OtherButton({ label, icon, onClick, variant }: OtherLook & Pick<ButtonProps, 'variant'>) {
  return (
    <Button variant={variant} icon={icon} className="min-w-0 lg:grow" onClick={onClick}>
      <span className="wrap-anywhere line-clamp-2 [[data-action-bar]_&]:line-clamp-1">{label}</span>
    </Button>
  );
}

/** The label and function of each step that is not an action of the state graph. */
function useOtherSteps(job: MemberJobDetail): Record<OtherStep, OtherLook> {
  const navigate = useNavigate();
  const me = useUser().id;
  const icon = { 'aria-hidden': true, className: 'size-5' } as const;
  const other = job.is_mine ? job.claim?.sitter.full_name : job.owner.full_name;
  const [name = 'them'] = (other ?? '').split(' ');
  const isThanks = job.is_mine && Boolean(job.claim?.confirmed_at);
  const bookAgain = async () => {
    const list = api.pet.list.queryOptions({ input: {} });
    // Without the saved pets, the form still gets the pet's details.
    const pets = await queryClient.fetchQuery({ ...list, retry: false }).catch(() => null);
    const { fillPostForm } = await loadCode(() => import('./book-again.ts'));
    const isFilled = fillPostForm(sessionStorage, me, { job, pets: pets?.items ?? [] });
    await navigate(`/post-job?ask=${job.claim?.sitter_id}`);
    if (!isFilled) notify.outcome({ title: 'Your unfinished post is still here' });
  };
  return {
    message: {
      label: isThanks ? 'Say thanks' : `Message ${name}`,
      icon: <MessageCircle {...icon} />,
      onClick: () => void navigate(jobThreadPath(job.id, job.claim?.id ?? '')),
    },
    add_to_calendar: {
      label: 'Add to calendar',
      icon: <CalendarPlus {...icon} />,
      onClick: () => addToCalendar(job),
    },
    book_again: {
      label: `Book ${name} again`,
      icon: <Repeat {...icon} />,
      onClick: () => void bookAgain(),
    },
  };
}
