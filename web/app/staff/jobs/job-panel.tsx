import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { JobFacts, petText } from '~/job/job-facts.tsx';
import { ExactStatus } from '~/job/job-status.tsx';
import type { MemberJobDetail } from '~/job/job-summary.ts';
import { PetPicture } from '~/job/pet-picture.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { DOT } from '~/lib/format.ts';
import { type Moderation, ModerationDialog } from '~/staff/content/moderation-dialog.tsx';
import { MemberLink } from '~/staff/members/member-link.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

/** A job in the admin area: its texts, its owner and its sitter. [S4] [F4] */
export function JobPanel({ id }: { id: string }) {
  const query = useQuery(api.job.get.queryOptions({ input: { id } }));
  if (query.data?.view === 'member') return <Panel job={query.data} />;
  if (query.data || hasCode(query.error, 'NOT_FOUND') || hasCode(query.error, 'INVALID_INPUT')) {
    return (
      <EmptyState
        illustration={<EmptyBowl />}
        title="Job not found"
        action={<ButtonLink to="/admin/content?tab=jobs">All jobs</ButtonLink>}
      >
        This job doesn’t exist.
      </EmptyState>
    );
  }
  if (query.isError) return <LoadFailed title="This job didn’t load" query={query} />;
  return (
    <div role="status" aria-label="Loading: Job" className="grid gap-4">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}

function Panel({ job }: { job: MemberJobDetail }) {
  const [moderation, setModeration] = useState<Moderation | null>(null);
  return (
    <Card className="grid gap-5">
      <header className="flex flex-wrap items-start gap-4">
        <PetPicture
          name={job.pet_details.name}
          src={job.pet_details.image_url}
          lazy={false}
          className="size-20"
        />
        <div className="grid min-w-0 flex-1 basis-48 gap-1.5">
          <p dir="auto" className="wrap-anywhere font-semibold text-ink-soft text-sm">
            {petText(job)}
          </p>
          <h2 dir="auto" className="wrap-anywhere text-xl">
            {job.title}
          </h2>
          <JobFacts job={job} isWhole />
        </div>
        <ExactStatus job={job} />
      </header>
      <Sides job={job} />
      <Part title="About the job" text={job.description} />
      <Part title="Special instructions" text={job.special_instructions} />
      <Part title="Why it was canceled" text={job.cancel_reason} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/jobs/${job.id}`} variant="outline" size="sm">
          Public job page
        </ButtonLink>
        {job.can.end_claim ? (
          <Button size="sm" variant="outline" onClick={() => setModeration({ kind: 'claim', job })}>
            End claim
          </Button>
        ) : null}
      </div>
      <ModerationDialog moderation={moderation} onClose={() => setModeration(null)} />
    </Card>
  );
}

function Sides({ job: { owner, claim, created_at } }: { job: MemberJobDetail }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      <Side label="Owner">
        <MemberLink id={owner.id} name={owner.full_name} />
        {DOT}posted <Moment at={created_at} />
      </Side>
      <Side label="Sitter">
        {claim ? (
          <>
            <MemberLink id={claim.sitter.id} name={claim.sitter.full_name} />
            {DOT}claimed <Moment at={claim.claimed_at} />
          </>
        ) : (
          'None'
        )}
      </Side>
    </dl>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-xs">{label}</dt>
      <dd className="wrap-anywhere text-sm">{children}</dd>
    </div>
  );
}

function Part({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-sans font-semibold text-base tracking-normal">{title}</h3>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </section>
  );
}
