import {
  awaitsConfirmation,
  listLabel,
  type StatusAndClaim,
  statusLabel,
} from '@kindpal/contract/job/rules';
import type { JobStatus } from '@kindpal/contract/job/schema';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';

const TONES: Record<JobStatus, BadgeTone> = {
  open: 'positive',
  claimed: 'accent',
  in_progress: 'accent',
  completed: 'plain',
  cancelled: 'danger',
};

/** The status as the list shows it: Available or Claimed. [J1] */
export function ListStatus({ status }: { status: JobStatus }) {
  return (
    <StatusLabel tone={status === 'open' ? 'positive' : 'plain'}>{listLabel(status)}</StatusLabel>
  );
}

/** The exact status, for the job's own page, its owner and its sitter. [J4] */
export function ExactStatus({ job }: { job: StatusAndClaim }) {
  const tone = awaitsConfirmation(job) ? 'caution' : TONES[job.status];
  return <StatusLabel tone={tone}>{statusLabel(job)}</StatusLabel>;
}
