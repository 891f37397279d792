import { jobTypeLabel } from '@kindpal/contract/job/rules';
import type { ModeratedJob } from '@kindpal/contract/staff/moderation';
import { Link } from 'react-router';
import { ExactStatus } from '~/job/job-status.tsx';
import { DOT } from '~/lib/format.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Moment } from '~/ui/moment.tsx';

type ModeratedJobItemProps = {
  job: ModeratedJob;
  onTakeDown: () => void;
  onEndClaim: () => void;
};

/** The texts of one job, with actions to take it down and to end its claim. [S4] */
export function ModeratedJobItem({ job, onTakeDown, onEndClaim }: ModeratedJobItemProps) {
  const { title, description, location, owner, pet_name, pet_image_url, taken_down_reason } = job;
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-start gap-3">
        {pet_image_url ? (
          <img
            src={pet_image_url}
            alt={pet_name}
            className="size-16 shrink-0 rounded-md bg-sunken object-cover"
          />
        ) : null}
        <div className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
          <h2 className="font-sans font-semibold text-base text-ink tracking-normal [overflow-wrap:anywhere]">
            <Link
              data-opens=""
              to={`/admin/jobs/${job.id}`}
              className="underline underline-offset-4"
            >
              <bdi>{title}</bdi>
            </Link>
          </h2>
          <p className="[overflow-wrap:anywhere]">
            <Link to={`/admin/users/${owner.id}`} className="py-1 underline underline-offset-4">
              <bdi>{owner.full_name}</bdi>
            </Link>
            {DOT}
            <Moment at={job.created_at} />
            {DOT}
            {jobTypeLabel(job.job_type)} for <bdi>{pet_name}</bdi>
            {location ? (
              <>
                {' '}
                in <bdi>{location}</bdi>
              </>
            ) : null}
          </p>
        </div>
        <ModeratedStatus job={job} />
      </div>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {description}
      </p>
      {taken_down_reason === null ? null : (
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          Taken down: “<bdi>{taken_down_reason}</bdi>”
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {job.can.take_down ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Take down ${title}`}
            onClick={onTakeDown}
          >
            Take down
          </Button>
        ) : null}
        {job.can.end_claim ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={`End claim on ${title}`}
            onClick={onEndClaim}
          >
            End claim
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

function ModeratedStatus({ job }: { job: ModeratedJob }) {
  if (job.taken_down_reason !== null) return <StatusLabel tone="danger">Taken down</StatusLabel>;
  return <ExactStatus job={job} />;
}
