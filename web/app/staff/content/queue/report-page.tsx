import { REPORT_REASONS, SIGNALS, type StaffReport } from '@kindpal/contract/report/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { DOT } from '~/lib/format.ts';
import { useChange } from '~/lib/use-change.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { SUBJECT_LABELS } from '~/report/report-texts.ts';
import { refetchReports } from '~/staff/refetch.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { ChatReading } from './chat-reading.tsx';
import { DecideReportDialog, type Deciding, decisionTexts } from './decide-report-dialog.tsx';
import { Hearings } from './hearings.tsx';
import { ReportSide } from './report-side.tsx';
import { ReportStatus, sourceOf } from './report-status.tsx';
import { SignalFacts } from './signal-facts.tsx';
import { Snapshot } from './snapshot.tsx';

/** One report: what was reported, both sides, earlier decisions, and possible decisions. [S4] */
export function ReportPage({ id }: { id: string }) {
  const query = useQuery(api.report.get.queryOptions({ input: { id }, staleTime: 0 }));
  // A notification announces an answer, or the approval of a second person.
  useChange('notifications', refetchReports);
  if (query.data) return <Report report={query.data} />;
  if (hasCode(query.error, 'NOT_FOUND') || hasCode(query.error, 'INVALID_INPUT')) {
    return (
      <EmptyState
        illustration={<EmptyBowl />}
        title="Report not found"
        action={<ButtonLink to="/admin/content">All reports</ButtonLink>}
      >
        It doesn’t exist, or it involves you.
      </EmptyState>
    );
  }
  if (query.isError) return <LoadFailed title="This report didn’t load" query={query} />;
  return <PartSpinner label="Loading the report" />;
}

function Report({ report }: { report: StaffReport }) {
  const { subject_type, reason, signal, details, snapshot, created_at, sides, same_open } = report;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card className="grid gap-4">
        <header className="grid gap-1">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="text-xl">
              {signal ? SIGNALS[signal].label : REPORT_REASONS[reason].label}
            </h2>
            <ReportStatus report={report} />
          </div>
          <p className="text-ink-soft text-sm">
            {sourceOf(report) ?? SUBJECT_LABELS[subject_type]}
            {DOT}
            <Moment at={created_at} />
            {same_open > 1 ? `${DOT}${same_open} open reports about this, decided together` : null}
          </p>
        </header>
        {details ? (
          <blockquote className="border-line-strong border-l-4 pl-3">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {details}
            </p>
          </blockquote>
        ) : null}
        {signal === 'blocks' || signal === 'cancellations' ? (
          <SignalFacts signal={signal} snapshot={snapshot} />
        ) : (
          <Snapshot snapshot={snapshot} reportedId={report.subject_id} />
        )}
        {signal === 'first_post' ? (
          <TextLink to={`/admin/jobs/${report.subject_id}`} className="justify-self-start">
            Open the whole job
          </TextLink>
        ) : null}
        <ReportActions report={report} />
      </Card>
      <Hearings report={report} />
      <ChatReading report={report} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ReportSide title={signal ? 'Member' : 'Reported member'} side={sides.member} />
        {sides.reporter ? <ReportSide title="Reported by" side={sides.reporter} /> : null}
        {sides.reporter || signal ? null : (
          <p className="text-ink-soft">Reported by a former member.</p>
        )}
      </div>
    </div>
  );
}

/** Who handles the report, and what the viewer can do about it. */
function ReportActions({ report }: { report: StaffReport }) {
  const { id, can, decided_at } = report;
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const onChanged = (changed: StaffReport) => {
    queryClient.setQueryData(api.report.get.queryKey({ input: { id } }), changed);
    refetchReports();
  };
  const onError = (error: unknown) => {
    notifyFailure(error);
    refetchReports();
  };
  const outcome = { onSuccess: onChanged, onError };
  const take = useMutation(api.report.take.mutationOptions(outcome));
  const giveBack = useMutation(api.report.giveBack.mutationOptions(outcome));
  // The pressed button disappears, so the focus moves to the actions that are now possible.
  const actions = useRef<HTMLDivElement>(null);
  const focusActions = { onSuccess: () => actions.current?.focus() };
  return (
    <div
      ref={actions}
      tabIndex={-1}
      // Nothing is left to do once it is decided, but the dialog closes only then.
      className={decided_at ? 'sr-only' : 'grid gap-3 border-line border-t pt-4'}
    >
      <Handler report={report} />
      <div className="flex flex-wrap gap-2">
        {can.take ? (
          <Button
            busy={take.isPending}
            busyLabel="Assigning..."
            onClick={() => take.mutate({ id }, focusActions)}
          >
            Take report
          </Button>
        ) : null}
        {can.decide.map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant={kind === 'dismiss' && report.signal === 'first_post' ? 'primary' : 'outline'}
            onClick={() => setDeciding({ kind, report })}
          >
            {decisionTexts({ kind, report }).button}
          </Button>
        ))}
        {can.give_back ? (
          <Button
            size="sm"
            variant="quiet"
            busy={giveBack.isPending}
            busyLabel="Returning..."
            onClick={() => giveBack.mutate({ id }, focusActions)}
          >
            Return to queue
          </Button>
        ) : null}
      </div>
      <DecideReportDialog
        deciding={deciding}
        onClose={() => setDeciding(null)}
        onDecided={onChanged}
      />
    </div>
  );
}

/** Which staff member handles the report, and until when. */
function Handler({ report: { assigned_to, taken_until, can } }: { report: StaffReport }) {
  if (!assigned_to || !taken_until) return null;
  return (
    <p className="text-ink-soft text-sm wrap-anywhere">
      {can.give_back ? (
        'You are'
      ) : (
        <>
          <bdi>{assigned_to.full_name}</bdi> is
        </>
      )}{' '}
      handling this report. Others can take it over from <Moment at={taken_until} />.
    </p>
  );
}
