import type { OwnReport } from '@kindpal/contract/report/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';

/** What can be reported from one place; the first is the default. */
export type Reportable = { type: ReportSubject; id: string; label: string };

/** The label of each kind of subject. */
export const SUBJECT_LABELS: Record<ReportSubject, string> = {
  message: 'Message',
  conversation: 'Chat',
  job: 'Job',
  profile: 'Profile',
  review: 'Review',
  picture: 'Picture',
};

/** The outcome of a report, for its reporter. */
export const OUTCOMES: Record<OwnReport['outcome'], { label: string; text: string }> = {
  waiting: { label: 'Waiting', text: 'Our team will look into it.' },
  withdrawn: { label: 'Withdrawn', text: 'You withdrew it. No one was told.' },
  action: {
    label: 'Action taken',
    text: 'Thank you. We looked into it and took action.',
  },
  no_action: {
    label: 'No action',
    text: 'Thank you. We looked into it and took no action.',
  },
};
