import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';

const TONES: Record<string, BadgeTone> = {
  open: 'caution',
  in_progress: 'accent',
  responded: 'positive',
  resolved: 'positive',
  closed: 'plain',
};

/** How a request stands: 'Open', 'In Progress' …; what is not ours is 'Unknown'. [F4] */
export function FeedbackStatusLabel({ status }: { status: string }) {
  return <StatusLabel tone={TONES[status] ?? 'plain'}>{feedbackLabel(status)}</StatusLabel>;
}
