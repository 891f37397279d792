import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';

const TONES: Record<string, BadgeTone> = {
  open: 'caution',
  in_progress: 'accent',
  responded: 'positive',
  resolved: 'positive',
  closed: 'plain',
};

/** The status of a request: 'Open', 'In Progress' …; an unknown value is 'Unknown'. [F4] */
export function FeedbackStatusLabel({ status }: { status: string }) {
  return <StatusLabel tone={TONES[status] ?? 'plain'}>{feedbackLabel(status)}</StatusLabel>;
}
