import type { DecisionKind } from '@kindpal/contract/moderation/schema';
import type { QueuedReport } from '@kindpal/contract/report/schema';
import { DECISION_LABELS } from '~/moderation/decision-texts.ts';
import { StatusLabel } from '~/ui/badge.tsx';

type ReportStatusProps = { report: Pick<QueuedReport, 'decided_as' | 'signal' | 'urgency'> };

const POST_LABELS: Partial<Record<DecisionKind, string>> = {
  dismiss: 'Approved',
  remove: 'Declined',
};

/** The source of a case without a reporter; null for a report. */
export function sourceOf({ signal }: Pick<QueuedReport, 'signal'>): string | null {
  if (signal === 'first_post') return 'Hidden until you decide';
  return signal && 'Noticed automatically';
}

/** The decision, or that the report is urgent; nothing for any other open report. */
export function ReportStatus({ report: { decided_as, signal, urgency } }: ReportStatusProps) {
  if (decided_as) {
    const label = signal === 'first_post' ? POST_LABELS[decided_as] : undefined;
    return <StatusLabel tone="plain">{label ?? DECISION_LABELS[decided_as]}</StatusLabel>;
  }
  return urgency === 1 ? <StatusLabel tone="danger">Urgent</StatusLabel> : null;
}
