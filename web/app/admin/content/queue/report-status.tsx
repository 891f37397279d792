import type { QueuedReport } from '@kindpal/contract/report/schema';
import { DECISION_LABELS } from '~/moderation/decision-texts.ts';
import { StatusLabel } from '~/ui/badge.tsx';

type ReportStatusProps = { report: Pick<QueuedReport, 'decided_as' | 'urgency'> };

/** What was decided, or that it is urgent; nothing for any other open report. */
export function ReportStatus({ report: { decided_as, urgency } }: ReportStatusProps) {
  if (decided_as) return <StatusLabel tone="plain">{DECISION_LABELS[decided_as]}</StatusLabel>;
  return urgency === 1 ? <StatusLabel tone="danger">Urgent</StatusLabel> : null;
}
