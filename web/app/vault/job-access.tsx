import { ACCESS_KEPT_DAYS, ACCESS_LABELS, type AccessPart } from '@kindpal/contract/vault/rules';
import type { AccessView, JobAccess } from '@kindpal/contract/vault/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, KeyRound } from 'lucide-react';
import type { MemberJobDetail } from '~/job/job-summary.ts';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { formatDateTime } from '~/lib/format.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { partsText, stillKnownText, viewText } from './access-text.ts';

type Props = { job: MemberJobDetail };
type KnownProps = Props & { access: JobAccess };

/**
 * Home access of a job: for its owner what is attached and who opened it, for its sitter buttons to
 * open it.
 */
export function JobAccessSection({ job }: Props) {
  const query = useQuery(
    api.vault.getJobAccess.queryOptions({
      input: { job_id: job.id },
      // It opens and closes by time, without an event, so it is refetched periodically.
      refetchInterval: 60_000,
    }),
  );
  const access = query.data;
  // The viewer no longer has the job: an event updates the page, and this section disappears.
  if (hasCode(query.error, 'FORBIDDEN') || hasCode(query.error, 'NOT_FOUND')) return null;
  if (access && !hasAnything(job, access)) return null;
  return (
    <section aria-labelledby="home-access" className="grid gap-1.5">
      <h2 id="home-access" className="text-xl">
        Home access
      </h2>
      {access ? (
        <Card className="grid gap-4">
          {job.is_mine ? (
            <OwnerAccess job={job} access={access} />
          ) : (
            <SitterAccess job={job} access={access} />
          )}
        </Card>
      ) : query.isError ? (
        <LoadFailed title="Home access didn’t load" query={query} />
      ) : (
        <Skeleton className="h-24 rounded-lg" />
      )}
    </section>
  );
}

const isOver = ({ status }: MemberJobDetail) => status === 'completed' || status === 'cancelled';

/** Whether the section is shown: anything attached or opened, or its owner can still attach it. */
function hasAnything(job: MemberJobDetail, { parts, views }: JobAccess): boolean {
  if (parts.length > 0 || views.length > 0) return true;
  return job.is_mine && !isOver(job);
}

function OwnerAccess({ job, access }: KnownProps) {
  const isAttached = access.parts.length > 0;
  return (
    <>
      <div className="flex items-start gap-3">
        <KeyRound aria-hidden="true" className="line-icon text-accent" />
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold">{isAttached ? partsText(access.parts) : 'Not attached'}</p>
          <p className="text-ink-soft text-sm">{ownerText(job, access)}</p>
        </div>
      </div>
      {access.still_known.map(stillKnownText).map((text) => (
        <p key={text} className="font-semibold text-sm wrap-anywhere">
          {text}
        </p>
      ))}
      <Looks views={access.views} isAttached={isAttached} />
      {isAttached || !isOver(job) ? <AttachButtons job={job} isAttached={isAttached} /> : null}
    </>
  );
}

function ownerText(job: MemberJobDetail, { parts, opens_at, closes_at }: JobAccess): string {
  const { time_zone } = job;
  if (parts.length === 0) {
    return isOver(job)
      ? 'Nothing is attached.'
      : 'Attach your codes and keys so your sitter has them in time. If the sitter changes, we remove them, and you attach them again.';
  }
  if (isOver(job)) return `Closed. It is removed ${ACCESS_KEPT_DAYS} days after the end.`;
  const who = job.claim ? job.claim.sitter.full_name : 'The sitter who claims this job';
  return `${who} can open this from ${formatDateTime(opens_at, time_zone)} until ${formatDateTime(closes_at, time_zone)}.`;
}

function Looks({ views, isAttached }: { views: AccessView[]; isAttached: boolean }) {
  const now = new Date();
  if (views.length === 0) {
    return isAttached ? (
      <p className="text-ink-soft text-sm">No one has opened any of it yet.</p>
    ) : null;
  }
  return (
    <ul aria-label="Who opened it" className="grid gap-1.5 text-sm">
      {views.map((view) => (
        <li key={view.id} className="flex items-start gap-2 wrap-anywhere">
          <Eye aria-hidden="true" className="line-icon text-ink-soft" />
          {viewText(view, now)}
        </li>
      ))}
    </ul>
  );
}

function useAccessChange(jobId: string) {
  const cache = useQueryClient();
  return {
    onSuccess: (access: JobAccess) =>
      cache.setQueryData(api.vault.getJobAccess.queryKey({ input: { job_id: jobId } }), access),
  };
}

function AttachButtons({ job, isAttached }: Props & { isAttached: boolean }) {
  const done = useAccessChange(job.id);
  const attach = useMutation(
    api.vault.attach.mutationOptions({ ...done, onError: (error) => notifyFailure(error) }),
  );
  const detach = useMutation(
    api.vault.detach.mutationOptions({ ...done, onError: (error) => notifyFailure(error) }),
  );
  if (hasCode(attach.error, 'HOME_ACCESS_EMPTY')) return <FillIn />;
  const input = { job_id: job.id };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isAttached ? (
        <Button
          size="sm"
          variant="outline"
          busy={detach.isPending}
          onClick={() => detach.mutate(input)}
        >
          Remove from this job
        </Button>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          busy={attach.isPending}
          onClick={() => attach.mutate({ ...input, claim_id: job.claim?.id ?? null })}
        >
          Attach home access
        </Button>
      )}
      <TextLink to="/edit-profile#home-access" className="touch-area text-sm">
        Edit home access
      </TextLink>
    </div>
  );
}

function FillIn() {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm">You haven’t saved any codes or keys yet.</p>
      <ButtonLink to="/edit-profile#home-access" size="sm" variant="secondary">
        Fill in home access
      </ButtonLink>
    </div>
  );
}

function SitterAccess({ job, access: { parts, is_open, opens_at, closes_at } }: KnownProps) {
  const until = formatDateTime(closes_at, job.time_zone);
  return (
    <>
      <p className="text-ink-soft text-sm">
        {is_open
          ? `Open until ${until}. The owner sees each time you open one of these.`
          : new Date(opens_at) > new Date()
            ? `You can open this from ${formatDateTime(opens_at, job.time_zone)} until ${until}.`
            : 'This is closed: the job’s end has passed.'}
      </p>
      <ul className="grid divide-y divide-line">
        {parts.map((part) => (
          <Part key={`${part} ${is_open}`} jobId={job.id} part={part} isOpen={is_open} />
        ))}
      </ul>
    </>
  );
}

/** An opened text stays on this page only, until it is hidden or the page is left. */
function Part({ jobId, part, isOpen }: { jobId: string; part: AccessPart; isOpen: boolean }) {
  const open = useMutation(
    api.vault.open.mutationOptions({ gcTime: 0, onError: (error) => notifyFailure(error) }),
  );
  const label = ACCESS_LABELS[part];
  return (
    <li className="grid gap-1 py-2 first:pt-0 last:pb-0">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <span className="font-semibold">{label}</span>
        {isOpen ? (
          <Button
            size="sm"
            variant="outline"
            busy={open.isPending}
            aria-label={open.data ? `Hide: ${label}` : `Open: ${label}`}
            onClick={() => (open.data ? open.reset() : open.mutate({ job_id: jobId, part }))}
          >
            {open.data ? 'Hide' : 'Open'}
          </Button>
        ) : null}
      </div>
      <div aria-live="polite">
        {open.data ? (
          <p dir="auto" className="wrap-anywhere select-text whitespace-pre-line">
            {open.data.text}
          </p>
        ) : null}
      </div>
    </li>
  );
}
