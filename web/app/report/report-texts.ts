import type { OwnReport } from '@kindpal/contract/report/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';

/** What can be reported from one place; the first is what is meant unless another is chosen. */
export type Reportable = { type: ReportSubject; id: string; label: string };

/** What was reported, in a word. */
export const SUBJECT_LABELS: Record<ReportSubject, string> = {
  message: 'Message',
  conversation: 'Chat',
  job: 'Job',
  profile: 'Profile',
  review: 'Review',
  picture: 'Picture',
};

/** What became of a report, for the member who made it. */
export const OUTCOMES: Record<OwnReport['outcome'], { label: string; text: string }> = {
  waiting: { label: 'Waiting', text: 'Our team will look into it.' },
  withdrawn: { label: 'Taken back', text: 'You took it back. Nobody was told.' },
  action: {
    label: 'Action taken',
    text: 'Thank you. We looked into it and took action.',
  },
  no_action: {
    label: 'No action',
    text: 'Thank you. We looked into it and took no action.',
  },
};
