import type { DatabaseOverview as Overview } from '@kindpal/contract/staff/system';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { api } from '~/lib/calls/api.ts';
import { bytesText, countWords } from '~/staff/figure-text.ts';
import { Banner } from '~/ui/banner.tsx';
import { Card } from '~/ui/card.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { FactsCard } from './facts.tsx';

/** Database: version, sizes, connections and migrations, read-only. [S4] */
export function DatabaseOverview() {
  const query = useQuery(api.staff.getDatabase.queryOptions({ staleTime: 0 }));
  const { data } = query;
  return (
    <div className="grid gap-5">
      {query.isError ? (
        <LoadFailed title="The database overview didn’t load" query={query} />
      ) : null}
      {query.isPending ? <OverviewSkeleton /> : null}
      {data && data.unknown_migrations > 0 ? (
        <Banner tone="caution" title="This database belongs to a newer release">
          It knows migrations that this release does not.
        </Banner>
      ) : null}
      {data ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <FactsCard
              title="PostgreSQL"
              facts={[
                ['Version', data.version],
                ['Managed by', data.is_embedded ? 'Kindpal' : 'External server'],
                ['Size', bytesText(data.size_bytes)],
              ]}
            />
            <FactsCard
              title="Connections"
              facts={[
                ['Open', countWords(data.connections.used)],
                ['Limit', countWords(data.connections.max)],
                ['Pool size', countWords(data.connections.pool)],
              ]}
            />
          </div>
          <Tables tables={data.tables} />
          <Migrations migrations={data.migrations} />
        </>
      ) : null}
    </div>
  );
}

const head = 'px-4 py-3 font-semibold text-ink-soft sm:px-5';
const cell = 'px-4 py-2.5 sm:px-5';

function Tables({ tables }: Pick<Overview, 'tables'>) {
  return (
    <section
      aria-label="Tables"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface shadow-1"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Tables</caption>
        <thead className="border-line border-b bg-sunken">
          <tr>
            <th scope="col" className={head}>
              Table
            </th>
            <th scope="col" className={`${head} text-right`}>
              Rows (estimate)
            </th>
            <th scope="col" className={`${head} text-right`}>
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ schema, name, rows_estimate, bytes }) => (
            <tr key={`${schema}.${name}`} className="border-line border-b last:border-b-0">
              <th
                scope="row"
                className={`${cell} min-w-[7.5rem] font-normal [overflow-wrap:anywhere]`}
              >
                {schema === 'public' ? null : <span className="text-ink-soft">{schema}.</span>}
                <TableName name={name} />
              </th>
              <td className={`${cell} whitespace-nowrap text-right tabular-nums`}>
                {rows_estimate === null ? 'Not counted' : countWords(rows_estimate)}
              </td>
              <td className={`${cell} whitespace-nowrap text-right tabular-nums`}>
                {bytesText(bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A table name with preferred line breaks after its underscores. */
function TableName({ name }: { name: string }) {
  return name.split(/(?<=_)(?!_)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}

function Migrations({ migrations }: Pick<Overview, 'migrations'>) {
  return (
    <Card as="section" aria-labelledby="migrations" className="grid gap-3">
      <h2 id="migrations" className="font-sans font-semibold text-base tracking-normal">
        Migrations
      </h2>
      <ul className="grid gap-2 text-sm">
        {migrations.map(({ name, is_applied }) => (
          <li key={name} className="flex items-center justify-between gap-3">
            <span className="[overflow-wrap:anywhere]">{name}</span>
            <span
              className={`inline-flex shrink-0 items-center gap-1.5 font-semibold ${is_applied ? 'text-positive' : 'text-caution'}`}
            >
              {is_applied ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <TriangleAlert aria-hidden="true" className="size-4" />
              )}
              {is_applied ? 'Applied' : 'Missing'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading: Database" className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-[9.75rem] rounded-lg" />
        <Skeleton className="h-[9.75rem] rounded-lg" />
      </div>
      <Skeleton className="h-[72rem] rounded-lg" />
    </div>
  );
}
