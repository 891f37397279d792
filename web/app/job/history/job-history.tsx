import type { JobEvent } from '@kindpal/contract/job/history';
import { hasCode } from '~/lib/calls/error-text.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { Moment } from '~/ui/moment.tsx';
import { endsClaim, jobEventText } from './event-text.ts';
import { ThreadLink } from './thread-link.tsx';
import type { JobHistoryState } from './use-job-history.ts';

type JobHistoryProps = { jobId: string; history: JobHistoryState };

/**
 * The history of a job: who did what, when and why. Empty for viewers without a part in it. [J6]
 * [J9]
 */
export function JobHistory({ jobId, history: { me, query, events } }: JobHistoryProps) {
  if (query.isError && events.length === 0) {
    // Somebody else has claimed the job: the page says so itself.
    if (hasCode(query.error, 'NOT_FOUND')) return null;
    return <LoadFailed title="The history didn’t load" query={query} />;
  }
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="job-history" className="grid min-w-0 gap-3">
      <h2 id="job-history" className="text-xl">
        History
      </h2>
      <ol className="grid">
        {events.map((event) => (
          <Entry key={`${event.action} ${event.id}`} event={event} me={me} jobId={jobId} />
        ))}
      </ol>
      <LoadMore query={query} />
    </section>
  );
}

type EntryProps = { event: JobEvent; me: string | undefined; jobId: string };

function Entry({ event, me, jobId }: EntryProps) {
  return (
    <li className="relative grid gap-1 border-line-strong border-l-2 pb-5 pl-5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-[calc((1.375em-var(--spacing)*3)/2)] -left-[calc(var(--spacing)*1.5+1px)] size-3 rounded-full border-2 border-line-strong bg-raised"
      />
      <p className="wrap-anywhere leading-snug">
        <span className="font-semibold">{jobEventText(event, me)}</span>{' '}
        <Moment at={event.created_at} className="text-ink-soft text-sm" />
      </p>
      {event.reason ? <Reason text={event.reason} /> : null}
      {endsClaim(event) && event.claim_id ? (
        <ThreadLink jobId={jobId} claimId={event.claim_id} />
      ) : null}
    </li>
  );
}

/** A reason in a member's own words, with their line breaks. */
export function Reason({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-soft">
      “{text}”
    </blockquote>
  );
}
