import type { AgendaAsk, AgendaItem } from '@kindpal/contract/job/agenda';
import type { MemberJob } from '@kindpal/contract/job/schema';
import { useNavigate } from 'react-router';
import { jobThreadPath } from '~/chat/thread/thread-name.ts';
import { jobPeriod } from '~/job/job-period.ts';
import { moveTexts } from '~/job/moves/job-action-texts.ts';
import { useJobMoves } from '~/job/moves/use-job-moves.tsx';
import { PetPicture } from '~/job/pet-picture.tsx';
import { DOT, viewerTimeZone } from '~/lib/format.ts';
import { Button } from '~/ui/button.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { askText, MOVE_OF_ASK, otherOf } from './agenda-text.ts';

/** A job on the dashboard: what it needs, or when it is and with which member. [D1] [D3] */
export function AgendaJobRow({ item }: { item: AgendaItem }) {
  const { job, ask } = item;
  if (job.view !== 'member') return null;
  const other = otherOf(item);
  const text = ask && askText(ask, other);
  const period = jobPeriod(job, { now: new Date(), viewerTimeZone: viewerTimeZone() });
  return (
    <AgendaRow
      picture={
        <PetPicture
          name={job.pet_details.name}
          src={job.pet_details.image_url}
          className="size-14"
        />
      }
      to={`/jobs/${job.id}`}
      title={text?.title ?? job.title}
      action={ask ? <AskButton item={item} job={job} ask={ask} /> : null}
    >
      {text ? (
        <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink">
          {job.title}
        </p>
      ) : null}
      <p className="wrap-anywhere">
        {period}
        {text ? null : (
          <>
            {DOT}
            <bdi>{other}</bdi>
          </>
        )}
      </p>
    </AgendaRow>
  );
}

type AskButtonProps = { item: AgendaItem; job: MemberJob; ask: AgendaAsk };

/** The button for what a job needs: it performs the action, or opens the chat. */
function AskButton({ item, job, ask }: AskButtonProps) {
  const navigate = useNavigate();
  const move = MOVE_OF_ASK[ask];
  const { button } = askText(ask, otherOf(item));
  const viewer = item.as === 'owner' ? 'owner' : 'claimant';
  const { press, moving, dialog } = useJobMoves({
    job,
    claimId: item.claim?.id ?? null,
    viewer,
    onMoved() {
      // The job's page shows what comes next: how to pay, and when.
      void navigate(`/jobs/${job.id}`);
    },
  });
  const label = `${button}: ${job.title}`;
  if (!move) {
    const claimId = item.claim?.id ?? '';
    return (
      <ButtonLink
        to={jobThreadPath(job.id, claimId)}
        variant="secondary"
        size="sm"
        aria-label={label}
      >
        {button}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={label}
        busy={moving !== null}
        busyLabel={moveTexts(move, viewer).busyLabel}
        onClick={() => press(move)}
      >
        {button}
      </Button>
      {dialog}
    </>
  );
}
