import type { StatusAndClaim } from '@kindpal/contract/job/rules';
import { petSizeText } from '@kindpal/contract/job/rules';
import type { MemberJob } from '@kindpal/contract/job/schema';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useViewer } from '~/account/session/use-session.ts';
import { JobThreadsPart } from '~/chat/inbox/job-threads-part.tsx';
import { formatRelative } from '~/lib/format.ts';
import { useRestLater } from '~/lib/loading/use-rest-later.ts';
import { useMedia } from '~/lib/store.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { JobReviews } from '~/review/job-reviews.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Place, useMovable } from '~/ui/movable.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { JobAccessSection } from '~/vault/job-access.tsx';
import { ClaimEnded } from '../history/claim-ended.tsx';
import { JobHistory } from '../history/job-history.tsx';
import { useJobHistory } from '../history/use-job-history.ts';
import { JobFacts, LabeledFacts, petText } from '../job-facts.tsx';
import { ExactStatus } from '../job-status.tsx';
import {
  isPayDue,
  leavesReviewNext,
  type MemberJobDetail,
  threadOf,
  viewerOf,
} from '../job-summary.ts';
import { PetPicture } from '../pet-picture.tsx';
import { JobAddress } from './job-address.tsx';
import { JobHeader } from './job-header.tsx';
import { MissingArea } from './missing-area.tsx';
import { Payout } from './payout.tsx';
import { PersonCard } from './person-card.tsx';
import { PetCare } from './pet-care.tsx';
import { StatusPanel } from './status-panel.tsx';

/**
 * A job as members see it. The actions are in a side column, on a phone right below the title. [J4]
 */
export function JobPage({ job }: { job: MemberJobDetail }) {
  const me = useViewer()?.id;
  const viewer = viewerOf(job, me);
  const thread = threadOf(job);
  const history = useJobHistory(job.id);
  const isWide = useMedia('(min-width: 64rem)');
  const showsRest = useRestLater();
  const panel = useMovable();
  const report = useMovable();
  const people = <People job={job} />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,38%)]">
      <div className="grid min-w-0 gap-6">
        <article className="grid min-w-0 gap-6">
          <JobHead job={job} />
          <ClaimEnded jobId={job.id} history={history} />
          {isWide ? null : <Place of={panel} />}
          <JobReviews
            jobId={job.id}
            hasHistory={history.events.length > 1}
            isNext={leavesReviewNext(job)}
          />
          <MissingArea job={job} />
          <JobAddress job={job} />
          {job.can.access ? <JobAccessSection job={job} /> : null}
          <Section title="About the job">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {job.description}
            </p>
          </Section>
          {showsRest ? <PetParts job={job} /> : null}
          {showsRest && !isWide ? <Place of={report} /> : null}
        </article>
        {showsRest && !isWide ? people : null}
        {showsRest ? (
          <>
            <JobThreadsPart jobId={job.id} open={thread ? { thread, jobTitle: job.title } : null} />
            <JobHistory jobId={job.id} history={history} />
          </>
        ) : null}
      </div>
      {isWide ? (
        <aside className="sticky top-[calc(var(--bar)+1.5rem)] grid gap-6">
          <Place of={panel} />
          {people}
          <Place of={report} />
        </aside>
      ) : null}
      {createPortal(<StatusPanel job={job} viewer={viewer} latest={history.events[0]} />, panel)}
      {job.owner.id === me ? null : createPortal(<ReportJob job={job} />, report)}
    </div>
  );
}

/** What a sitter needs to know about the pet. */
function PetParts({ job }: { job: MemberJobDetail }) {
  return (
    <>
      <PetSection pet={job.pet_details} />
      {job.can.care ? <PetCare jobId={job.id} /> : null}
      {job.special_instructions ? (
        <Section title="Special instructions">
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {job.special_instructions}
          </p>
        </Section>
      ) : null}
    </>
  );
}

function ReportJob({ job }: { job: MemberJobDetail }) {
  return (
    <div className="-ml-3">
      <ReportButton
        name={job.owner.full_name}
        subjects={[
          { type: 'job', id: job.id, label: 'The job' },
          ...(job.pet_details.image_url
            ? [{ type: 'picture' as const, id: job.id, label: 'Only the picture' }]
            : []),
        ]}
      />
    </div>
  );
}

/**
 * Owner and sitter, with payment methods while the job is in progress. A favor shows none. [J4]
 * [J8]
 */
function People({ job }: { job: MemberJobDetail }) {
  const isPaidHere = job.total_amount > 0 && !isPayDue(job);
  return (
    <div className="grid gap-6 md:max-lg:grid-cols-2">
      <PersonCard
        title="Pet owner"
        person={job.owner}
        rating={job.owner_rating}
        reliability={job.owner_reliability}
        note={`Posted ${formatRelative(job.created_at)}`}
      />
      {job.claim ? (
        <PersonCard
          title="Sitter"
          person={job.claim.sitter}
          rating={job.claim.sitter_rating}
          reliability={job.claim.sitter_reliability}
          note={`Claimed ${formatRelative(job.claim.claimed_at)}`}
        >
          {job.payout && isPaidHere ? <Payout payout={job.payout} /> : null}
        </PersonCard>
      ) : null}
    </div>
  );
}

/** The page while the job is loading: it starts with the list's card, or with a skeleton. */
export function JobPageSkeleton({ card }: { card: MemberJob | undefined }) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,38%)]">
      <div className="grid content-start gap-6">
        {card ? (
          <article>
            <JobHead job={card} />
          </article>
        ) : (
          <JobHeadSkeleton />
        )}
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <Skeleton className="h-36 w-full" />
      <span role="status" aria-label="Loading the job" />
    </div>
  );
}

function JobHeadSkeleton() {
  return (
    <JobHeader
      picture={
        <Skeleton className="h-44 w-full rounded-lg @min-[28rem]:aspect-square @min-[28rem]:h-auto" />
      }
    >
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </JobHeader>
  );
}

function JobHead({ job }: { job: MemberJob & StatusAndClaim }) {
  return (
    <JobHeader
      picture={
        <PetPicture
          name={job.pet_details.name}
          src={job.pet_details.image_url}
          lazy={false}
          className={cx(
            'h-44 w-full @min-[28rem]:aspect-square @min-[28rem]:h-auto [view-transition-name:pet]',
            job.pet_details.image_url ? '' : '@max-[28rem]:hidden',
          )}
        />
      }
    >
      <div className="grid min-w-0 content-start gap-3">
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          <HeadStatus job={job} />
          {job.is_mine ? <Badge>Your Job</Badge> : null}
        </div>
        <div className="grid gap-1">
          <p dir="auto" className="wrap-anywhere font-semibold text-ink-soft">
            {petText(job)}
          </p>
          <h1 dir="auto" className="wrap-anywhere text-3xl">
            {job.title}
          </h1>
        </div>
        <JobFacts job={job} isWhole className="text-base" />
      </div>
    </JobHeader>
  );
}

/** A card has no claim, which decides whether a completed job is to be confirmed. [J9] */
function HeadStatus({ job }: { job: MemberJob & StatusAndClaim }) {
  if (job.status === 'open') return null;
  if (job.status === 'completed' && job.claim === undefined) {
    return <Skeleton className="h-5 w-24" />;
  }
  return <ExactStatus job={job} />;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h2 className="wrap-anywhere text-xl">{title}</h2>
      {children}
    </section>
  );
}

function PetSection({ pet }: { pet: MemberJobDetail['pet_details'] }) {
  return (
    <Section title={`Meet ${pet.name}`}>
      <Card inset="md">
        <LabeledFacts
          facts={[
            ['Name', pet.name],
            ['Breed', pet.breed],
            ['Size', pet.size === 'Unknown' ? 'Unknown' : petSizeText(pet.size)],
          ]}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-3"
        />
      </Card>
    </Section>
  );
}
