import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useConfig } from '~/lib/config.ts';
import { formatSum } from '~/lib/format.ts';
import { LiveQueue } from '~/lib/live/live-queue.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';
import { countWords } from '~/staff/figure-text.ts';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

const queue = new LiveQueue();
/** Changes within this time lead to one count, which matters when there are many. */
const LIVE_SPREAD_MS = 2000;

/** Refetches the figures; in a hidden tab only when it becomes visible. */
function countAgain() {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ queryKey: api.staff.getStats.key(), refetchType });
}

/** The figures of the community, updated when members or jobs change. [S2] [X4] */
function useStats() {
  const query = useQuery(api.staff.getStats.queryOptions({ staleTime: 0 }));
  const hear = () => queue.add({ id: 'stats', spreadMs: LIVE_SPREAD_MS, refetch: countAgain });
  useChange('users', hear);
  useChange('jobs', hear);
  const { isError, error } = query;
  const tell = useEffectEvent(() => {
    const description = 'Failed to load dashboard data';
    notify.outcome({ title: 'Error', description, variant: 'destructive', error });
  });
  useEffect(() => {
    if (isError) tell();
  }, [isError]);
  return query;
}

/** The figures of the community. [S2] */
export function Figures() {
  const query = useStats();
  const currency = useConfig()?.currency;
  const { data } = query;
  const isReady = data !== undefined;
  return (
    <section aria-labelledby="figures" className="grid gap-4">
      <h2 id="figures" className="text-xl">
        The community
      </h2>
      {query.isError ? <LoadFailed title="Failed to load dashboard data" query={query} /> : null}
      {query.isError && !isReady ? null : (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-12">
          <Figure
            label="New users this month"
            value={isReady && countWords(data.new_users_this_month)}
            note="Since the 1st"
          />
          <Figure
            label="Total users"
            value={isReady && countWords(data.total_users)}
            note="All members"
          />
          <Figure
            label="Active jobs"
            value={isReady && countWords(data.active_jobs)}
            note="Open, not claimed yet"
          />
          <Figure
            label="Completion rate"
            value={isReady && `${data.completion_rate}%`}
            note={
              isReady
                ? `${countWords(data.completed_jobs)} of ${countWords(data.total_jobs)} ${data.total_jobs === 1 ? 'job' : 'jobs'}`
                : '\u00A0'
            }
          />
          <Figure
            isWide
            label="Pending reviews"
            value={isReady && countWords(data.pending_reviews)}
            note="Written, not yet published"
          />
          <Figure
            isWide
            label="Posted job value"
            value={isReady && formatSum(data.posted_value, currency)}
            note="Total pay of all jobs"
          />
          <Figure
            isWide
            label="Completed job value"
            value={isReady && formatSum(data.completed_value, currency)}
            note="Total pay of completed jobs"
          />
        </dl>
      )}
    </section>
  );
}

type FigureProps = { label: string; value: string | false; note: string; isWide?: boolean };

function Figure({ label, value, note, isWide = false }: FigureProps) {
  return (
    <Card
      className={cx(
        'grid content-start gap-1',
        isWide ? 'col-span-full lg:col-span-4' : 'lg:col-span-3',
      )}
    >
      <dt className="font-semibold">{label}</dt>
      <dd className="flex min-h-10 items-center font-bold font-display text-2xl tabular-nums sm:text-3xl">
        {value || <Skeleton className="h-8 w-24" />}
      </dd>
      <dd className="text-ink-soft text-sm">{note}</dd>
    </Card>
  );
}
