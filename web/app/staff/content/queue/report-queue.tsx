import {
  type QueuedReport,
  REPORT_REASONS,
  REPORTS_COUNTED,
  type ReportState,
  SIGNALS,
} from '@kindpal/contract/report/schema';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { counted, minutesText } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { useChange } from '~/lib/use-change.ts';
import { SUBJECT_LABELS } from '~/report/report-texts.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { refetchReports } from '~/staff/refetch.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Field } from '~/ui/field.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { Select } from '~/ui/select.tsx';
import { ReportStatus, sourceOf } from './report-status.tsx';

const STATES: Record<ReportState, string> = {
  open: 'Waiting',
  mine: 'Assigned to me',
  decided: 'Decided',
};
const EMPTY: Record<ReportState, string> = {
  open: 'No reports waiting',
  mine: 'No reports assigned to you',
  decided: 'Nothing decided yet',
};

type ReportQueueProps = { state: ReportState; onState: (state: string) => void };

/** Reports and signals, the most harmful first, then the oldest. [S4] */
export function ReportQueue({ state, onState }: ReportQueueProps) {
  const query = useInfiniteQuery(
    api.report.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, ...atCursor(cursor) }),
      ...pageByPage,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  // Staff are notified of each new report and signal.
  useChange('notifications', refetchReports);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Counts />
        <Field label="Show" hideLabel className="w-44">
          <Select value={state} onChange={({ target }) => onState(target.value)}>
            {Object.entries(STATES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <KeyList opens="open the report">
        <PagedList
          label="Reports"
          query={query}
          rows={rowsOf(query)}
          failure="The reports didn’t load"
          empty={
            <EmptyState illustration={<WholeBiscuit />} title={EMPTY[state]}>
              Reports from members and what we notice ourselves appear here.
            </EmptyState>
          }
        >
          {(report) => <ReportItem key={report.id} report={report} />}
        </PagedList>
      </KeyList>
    </div>
  );
}

/** On a phone, the list below must not move when the numbers come: two lines are kept for them. */
function Counts() {
  const { data } = useQuery(api.report.count.queryOptions({ staleTime: 0 }));
  return (
    <p className="text-ink-soft text-sm max-sm:w-full max-lg:min-h-[2lh]">
      {data ? (
        <>
          {data.open < REPORTS_COUNTED
            ? counted(data.open, 'report')
            : `${REPORTS_COUNTED}+ reports`}{' '}
          and {counted(data.appeals, 'appeal')} waiting
          {data.median_minutes === null
            ? null
            : `${DOT}median time to decide: ${minutesText(data.median_minutes)} (last 30 days)`}
        </>
      ) : null}
    </p>
  );
}

function ReportItem({ report }: { report: QueuedReport }) {
  const { id, subject_type, reason, signal, created_at, member, reporter } = report;
  const { assigned_to, decided_as } = report;
  return (
    <Card as="li" data-row="" className="grid gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-sans font-semibold text-base tracking-normal wrap-anywhere">
          <Link
            data-opens=""
            to={`/admin/content/reports/${id}`}
            className="inline-block min-h-6 underline underline-offset-4"
          >
            {signal ? SIGNALS[signal].label : REPORT_REASONS[reason].label}
          </Link>
        </h2>
        <ReportStatus report={report} />
      </div>
      <p className="text-ink-soft text-sm wrap-anywhere">
        {signal ? (
          <>
            <bdi>{member.full_name}</bdi>
            {DOT}
            {sourceOf(report)?.toLowerCase()}{' '}
          </>
        ) : (
          <>
            <bdi>{member.full_name}</bdi>’s {SUBJECT_LABELS[subject_type].toLowerCase()}
            {DOT}reported by <bdi>{reporter?.full_name ?? 'a former member'}</bdi>{' '}
          </>
        )}
        <Moment at={created_at} />
      </p>
      {assigned_to && !decided_as ? (
        <p className="text-ink-soft text-sm wrap-anywhere">
          Assigned to <bdi>{assigned_to.full_name}</bdi>
        </p>
      ) : null}
    </Card>
  );
}
