import type { WeekFigures } from '@kindpal/contract/staff/figures';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { countWords } from '~/staff/figure-text.ts';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { type Counted, chartOf, WEEK_CHARTS, weekLabel } from './week-charts.ts';
import { WeekTable } from './week-table.tsx';

/** The current week is not over, so its bar is only outlined. */
const barStyle = (isPresent: boolean) =>
  isPresent
    ? 'min-h-1 border-2 border-accent border-b-0 bg-accent-soft'
    : 'min-h-1 bg-accent group-hover:bg-accent-strong';

/** Analytics: figures for each of the last twelve weeks, as charts and as a table. [S4] */
export function Analytics() {
  const query = useQuery(api.staff.getAnalytics.queryOptions({ staleTime: 0 }));
  const { data } = query;
  return (
    <div className="grid gap-5">
      {query.isError ? <LoadFailed title="Analytics didn’t load" query={query} /> : null}
      {query.isPending ? <ChartsSkeleton /> : null}
      {data ? (
        <>
          <div className={grid}>
            {WEEK_CHARTS.map(({ of, title }) => (
              <Chart key={of} title={title} weeks={data} of={of} />
            ))}
          </div>
          <WeekTable weeks={data} />
        </>
      ) : null}
    </div>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

type ChartProps = { title: string; weeks: readonly WeekFigures[]; of: Counted };

function Chart({ title, weeks, of }: ChartProps) {
  const { counts, heights, total, highest } = chartOf(weeks, of);
  const [first, last] = [weeks[0]?.week ?? '', weeks.at(-1)?.week ?? ''];
  const thisWeek = counts.at(-1) ?? 0;
  const lastPlace = weeks.length - 1;
  const spoken = `${title} per week: ${counts.map(countWords).join(', ')}`;
  return (
    <Card as="section" aria-label={title} className="grid gap-3">
      <div>
        <h2 className="font-sans font-semibold text-base tracking-normal">{title}</h2>
        <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-sm">
          <span className="font-bold font-display text-2xl text-ink tabular-nums">
            {countWords(total)}
          </span>
          {countWords(thisWeek)} this week
        </p>
      </div>
      <div role="img" aria-label={spoken}>
        <div className="flex h-24 items-end gap-1 border-line-strong border-b">
          {heights.map((height, place) => (
            <span
              key={weeks[place]?.week}
              title={`Week of ${weekLabel(weeks[place]?.week ?? first)}: ${countWords(counts[place] ?? 0)}`}
              className="group flex h-full flex-1 items-end"
            >
              <span
                style={{ height: `${height}%` }}
                className={cx('w-full rounded-t-sm', height > 0 && barStyle(place === lastPlace))}
              />
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="mt-1.5 flex justify-between text-ink-soft text-xs">
          <span>{weekLabel(first)}</span>
          <span>most: {countWords(highest)}</span>
          <span>{weekLabel(last)}</span>
        </div>
      </div>
    </Card>
  );
}

function ChartsSkeleton() {
  return (
    <div role="status" aria-label="Loading: Analytics" className={grid}>
      {WEEK_CHARTS.map(({ of }) => (
        <Skeleton key={of} className="h-[14.5rem] rounded-lg" />
      ))}
    </div>
  );
}
