import type { JobCard as Job } from '@kindpal/contract/job/schema';
import { memo, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useViewer } from '~/account/session/use-session.ts';
import { formatRelative } from '~/lib/format.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { sharesElement } from '~/lib/shared-element.ts';
import { useNow } from '~/lib/use-now.ts';
import { Badge } from '~/ui/badge.tsx';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { JobFacts, petText } from './job-facts.tsx';
import { ListStatus } from './job-status.tsx';
import { titleOf } from './job-title.ts';
import { PetPicture } from './pet-picture.tsx';

// Loaded later: few jobs have requirements, and lists must not wait for this code.
const CardRequirements = lazyPart(() =>
  import('./requirements/card-requirements.tsx').then((module) => module.CardRequirements),
);

type JobCardProps = {
  job: Job;
  /** Replaces the list's status, Available or Claimed. */
  status?: ReactNode;
  /** More text below the facts. */
  note?: ReactNode;
  /** The owner's name is left out: it is above the list. */
  isUnderOwner?: boolean;
  /** More buttons, above the link that covers the card. */
  action?: ReactNode;
  /** 2 if the cards are directly below the page's title. */
  headingLevel?: 2 | 3;
};

const MINUTE_MS = 60_000;
/** The card's picture moves to its place on the job's page. */
const takesPicture = sharesElement('pet', { frame: 'article', picture: '[data-pet]' });

/**
 * One job in a list; the whole card links to its page. It is memoized because each step of a
 * navigation renders the list again, which is noticeable on a slow phone. [J1]
 */
export const JobCard = memo(function JobCard(props: JobCardProps) {
  const { job, status, note, action, isUnderOwner = false, headingLevel = 3 } = props;
  const Heading = `h${headingLevel}` as const;
  const isMine = job.view === 'member' && job.is_mine;
  return (
    <Card as="article" pressable className="flex h-full flex-col gap-3">
      <div className="flex flex-wrap gap-3.5">
        <PetPicture
          name={job.pet_details.name}
          src={job.view === 'member' ? job.pet_details.image_url : null}
          className="size-20"
        />
        <div className="grid min-w-0 flex-1 basis-[9rem] content-start gap-1.5">
          <div className="flex flex-wrap gap-1.5 empty:hidden">
            {status ?? (job.status === 'open' ? null : <ListStatus status={job.status} />)}
            {isMine && !status ? <Badge>Your Job</Badge> : null}
          </div>
          {job.view === 'member' ? (
            <p
              dir="auto"
              className="line-clamp-3 wrap-anywhere font-semibold text-ink-soft text-sm"
            >
              {petText(job)}
            </p>
          ) : null}
          <Heading dir="auto" className="line-clamp-4 wrap-anywhere text-lg leading-tight">
            <Link to={`/jobs/${job.id}`} className={cardLinkStyle} {...takesPicture}>
              {titleOf(job)}
            </Link>
          </Heading>
        </div>
      </div>
      <JobFacts job={job} />
      {note}
      {job.view === 'member' && job.has_requirements ? (
        <Suspense>
          <CardRequirements job={job} />
        </Suspense>
      ) : null}
      <div className="mt-auto flex min-h-6 flex-wrap items-center justify-between gap-2 text-ink-soft text-xs">
        <Byline job={job} hasOwner={!isUnderOwner} />
        {action ? <span className="relative ml-auto">{action}</span> : null}
      </div>
    </Card>
  );
});

function Byline({ job, hasOwner }: { job: Job; hasOwner: boolean }) {
  const now = useNow({ everyMs: MINUTE_MS });
  const isNamed = hasOwner && job.view === 'member' && !job.is_mine;
  const owner = isNamed ? job.owner.full_name : null;
  return (
    <span className="min-w-0 wrap-anywhere">
      Posted {formatRelative(job.created_at, now)}
      {owner ? (
        <>
          {' '}
          by <bdi>{owner}</bdi>
        </>
      ) : null}
    </span>
  );
}

/** A placeholder of the same height as a loaded card. */
export function JobCardSkeleton() {
  const isSignedIn = useViewer() !== null;
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex gap-3.5">
        <Skeleton className="size-20 shrink-0" />
        <div className="grid flex-1 content-start gap-2">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-6 w-full" />
        </div>
      </div>
      <div className="grid gap-2.5 py-1">
        {isSignedIn ? <Skeleton className="h-4 w-1/3" /> : null}
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
      <Skeleton className="mt-auto h-4 w-1/2" />
    </Card>
  );
}
