import { REPORT_REASONS } from '@kindpal/contract/report/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DOT } from '~/lib/format.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { OUTCOMES, SUBJECT_LABELS } from './report-texts.ts';
import { useWithdrawReport } from './use-withdraw-report.ts';

/** The member's reports and their outcomes; renders nothing if there are none. */
export function OwnReports() {
  const query = useInfiniteQuery(
    api.report.listMine.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const withdraw = useWithdrawReport();
  const rows = rowsOf(query);
  if (rows?.length === 0 || query.isPending) return null;
  return (
    <section aria-labelledby="reports" className="grid gap-3">
      <h2 id="reports" className="text-xl">
        My reports
      </h2>
      <PagedList
        label="My reports"
        query={query}
        rows={rows}
        failure="Your reports didn’t load"
        empty={null}
      >
        {({ id, subject_type, reason, details, created_at, outcome, can }) => (
          <Card as="li" key={id} className="grid gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-ink-soft text-sm">
                {SUBJECT_LABELS[subject_type]}
                {DOT}
                <Moment at={created_at} />
              </p>
              <StatusLabel tone={outcome === 'action' ? 'positive' : 'plain'}>
                {OUTCOMES[outcome].label}
              </StatusLabel>
            </div>
            <p className="font-semibold">{REPORT_REASONS[reason].label}</p>
            {details ? (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {details}
              </p>
            ) : null}
            <p className="text-ink-soft text-sm">{OUTCOMES[outcome].text}</p>
            {can.withdraw ? (
              <Button
                size="sm"
                variant="outline"
                className="justify-self-start"
                busy={withdraw.isPending && withdraw.variables.id === id}
                busyLabel="Withdrawing..."
                onClick={() => withdraw.mutate({ id })}
              >
                Withdraw
              </Button>
            ) : null}
          </Card>
        )}
      </PagedList>
    </section>
  );
}
