import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { reloadSession } from '~/account/session/session-store.ts';
import { useSession } from '~/account/session/use-session.ts';
import { formatDateTime, formatTime } from '~/lib/format.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useStore } from '~/lib/store.ts';
import { useHasLasted } from '~/lib/use-has-lasted.ts';
import { useNow } from '~/lib/use-now.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PageSpinner } from '~/ui/spinner.tsx';
import { MY_DAY_PATH } from '~/worker/answer-page.ts';
import { type DayJob, type DaySection, type SavedDay, sectionOfDay } from './day.ts';
import { dayDatabaseOf, listQueueMembers } from './day-database.ts';
import { DayJobCard } from './day-job-card.tsx';
import { dayStore, type ShownDay, showSavedDay } from './day-store.ts';
import { type AskedMove, OfflineActions } from './offline-actions.tsx';
import { pageWorker } from './page-worker.ts';
import { QueuedActions } from './queued-actions.tsx';
import { showQueue } from './show-queue.ts';
import { useDayMessage } from './use-day-message.ts';

const DayUpkeep = lazyPart(() => import('./day-upkeep.tsx').then((module) => module.DayUpkeep));

/** If this is the first page of the tab, the device is read while the rest of the page loads. */
let opening = globalThis.location?.pathname.startsWith(MY_DAY_PATH) ? showSavedDay() : null;

/** How often the page rerenders, in ms, because jobs begin and stored ones expire. */
const TICK_MS = 30_000;
/** How long the server may take before the stored day is called old: what changes then moves. */
const ANSWER_MS = 3_000;

/** Today's and tomorrow's jobs, read from this device without a network. */
export function MyDay() {
  const { user } = useSession();
  const shown = useStore(dayStore);
  const now = useNow({ everyMs: TICK_MS });
  useEffect(() => {
    const isRead = opening !== null && user === null;
    opening = null;
    if (!isRead) void showSavedDay(user ? dayDatabaseOf(user) : undefined);
  }, [user]);
  useEffect(() => {
    const ask = () => void reloadSession().catch(() => undefined);
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, []);
  // A day stored for another member is not shown.
  const own = shown && (!user || shown.database === dayDatabaseOf(user)) ? shown : null;
  const day = own?.day && now < own.day.until ? own.day : null;
  const isCurrent = own?.isCurrent ?? false;
  const isLate = useHasLasted(!isCurrent, ANSWER_MS);
  const isStale = isLate || (!isCurrent && !navigator.onLine);
  const queueOwner = useQueueOwner(user?.id ?? day?.member_id);
  const queue = queueOwner ? <QueuedActions memberId={queueOwner} /> : null;
  return (
    <>
      <Suspense>{user ? <DayUpkeep /> : null}</Suspense>
      {day ? (
        <>
          <DayState day={day} isStale={isStale} shown={own} />
          {queue}
          <Days day={day} isStale={isStale} now={now} />
        </>
      ) : (
        <>
          <NoDay isAsking={!own || (user !== null && navigator.onLine && !isLate)} />
          {queue}
        </>
      )}
    </>
  );
}

/**
 * Shows the queue of this member, or of the one who has a queue here: a stored day expires after 24
 * hours, but a queue stays until it is sent.
 */
function useQueueOwner(memberId: string | undefined): string | null {
  const [owner, setOwner] = useState<string | null>(null);
  useEffect(() => {
    const show = async () => {
      const id = memberId ?? (await listQueueMembers())[0] ?? null;
      setOwner(id);
      if (id !== null) await showQueue(id);
    };
    void show();
  }, [memberId]);
  return owner;
}

type DayStateProps = { day: SavedDay; isStale: boolean; shown: ShownDay | null };

/** When the data was loaded, and whether it is available offline. */
function DayState({ day, isStale, shown }: DayStateProps) {
  const worker = useStore(pageWorker);
  const isOfToday = new Date(day.saved_at).toDateString() === new Date().toDateString();
  const saved = `Saved ${isOfToday ? `at ${formatTime(day.saved_at)}` : formatDateTime(day.saved_at)}`;
  if (isStale) {
    return (
      <Banner tone="caution" title={saved}>
        Changes since then aren’t shown. This page updates as soon as it reaches Kindpal.
      </Banner>
    );
  }
  if (!shown?.isKept) {
    return (
      <Banner tone="caution" title="This page won’t open offline">
        There’s no room on this device to save it.
      </Banner>
    );
  }
  if (worker === 'none') {
    return (
      <Banner tone="caution" title="This page won’t open offline">
        This browser can’t save it. Keep it open to use it without a connection.
      </Banner>
    );
  }
  const opensOffline = worker === 'ready' ? ' Opens offline on this device.' : '';
  return (
    <p role="status" className="text-ink-soft text-sm">
      {saved}.{shown.isCurrent ? opensOffline : ' Updating...'}
    </p>
  );
}

const TITLES: Record<DaySection, string> = { today: 'Today', tomorrow: 'Tomorrow' };

type DaysProps = { day: SavedDay; isStale: boolean; now: number };

function Days({ day, isStale, now }: DaysProps) {
  const jobs = day.jobs.filter(({ until }) => now < until);
  const of = (section: DaySection) => jobs.filter((job) => sectionOfDay(job, now) === section);
  if (of('today').length + of('tomorrow').length === 0) {
    return (
      <EmptyState
        illustration={<CatOnSill />}
        title="Nothing today or tomorrow"
        action={
          <ButtonLink to="/my-jobs" variant="outline">
            My Jobs
          </ButtonLink>
        }
      >
        Jobs you posted or claimed appear here when they’re due.
      </EmptyState>
    );
  }
  return (['today', 'tomorrow'] as const).map((section) => (
    <DayPart key={section} title={TITLES[section]}>
      {of(section).map((job) => (
        // What is typed for one sitter must not stay in the box for the next.
        <DayJobPart
          key={`${job.as} ${job.claim_id}`}
          job={job}
          memberId={day.member_id}
          isStale={isStale}
        />
      ))}
    </DayPart>
  ));
}

type DayJobPartProps = { job: DayJob; memberId: string; isStale: boolean };

/** A job, and its actions while they work offline, a message is half typed or a question open. */
function DayJobPart({ job, memberId, isStale }: DayJobPartProps) {
  const message = useDayMessage(job, memberId);
  const [asked, setAsked] = useState<AskedMove | null>(null);
  return (
    <DayJobCard job={job}>
      {isStale || message.isHalfTyped || asked ? (
        <OfflineActions
          job={job}
          memberId={memberId}
          message={message}
          asked={asked}
          onAsk={setAsked}
          isCurrent={!isStale}
        />
      ) : null}
    </DayJobCard>
  );
}

function DayPart({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children.length === 0 ? <p className="text-ink-soft">No jobs.</p> : children}
    </section>
  );
}

function NoDay({ isAsking }: { isAsking: boolean }) {
  if (isAsking) return <PageSpinner />;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-soft">
        Nothing is saved on this device. Your jobs appear as soon as this page reaches Kindpal.
      </p>
      <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
