import type { WeekFigures } from '@kindpal/contract/staff/figures';
import { ChevronDown } from 'lucide-react';
import { countWords } from '~/staff/figure-text.ts';
import { WEEK_CHARTS, weekLabel } from './week-charts.ts';

const cell = 'px-3 py-2.5 text-right tabular-nums first:text-left sm:px-4';

/** The same numbers as a table, for exact values and screen readers; newest first. */
export function WeekTable({ weeks }: { weeks: readonly WeekFigures[] }) {
  return (
    <details className="group rounded-lg border border-line bg-surface shadow-1">
      <summary className="flex min-h-12 cursor-pointer items-center rounded-lg px-4 font-semibold sm:px-5">
        The numbers as a table
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 text-ink-soft transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <section
        aria-label="Numbers by week"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        className="overflow-x-auto border-line border-t focus-visible:-outline-offset-3"
      >
        <table className="w-full whitespace-nowrap text-sm">
          <caption className="sr-only">Activity in each of the last twelve weeks</caption>
          <thead className="bg-sunken">
            <tr>
              <th scope="col" className={`${cell} font-semibold text-ink-soft`}>
                Week of
              </th>
              {WEEK_CHARTS.map(({ of, title }) => (
                <th key={of} scope="col" className={`${cell} font-semibold text-ink-soft`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week) => (
              <tr key={week.week} className="border-line border-t">
                <th scope="row" className={`${cell} font-normal`}>
                  {weekLabel(week.week)}
                </th>
                {WEEK_CHARTS.map(({ of }) => (
                  <td key={of} className={cell}>
                    {countWords(week[of])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
