import type { ReportSubject } from '@kindpal/contract/report/subject';
import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { APPEAL, toDecisions } from './appeal.ts';

type Decision = {
  to: string;
  kind: 'warn' | 'remove';
  subject_type: ReportSubject;
  reason: string;
};

const REMOVED: Record<ReportSubject, string> = {
  message: 'a message you sent',
  conversation: 'a chat',
  job: 'a job you posted',
  profile: 'the text about you from your profile',
  review: 'a review you wrote',
  picture: 'one of your pictures',
};

/** Staff warned the member or removed something of theirs: why, and where to appeal. [S4] */
export function decisionMail(env: Env, { to, kind, subject_type, reason }: Decision): Mail {
  const isWarning = kind === 'warn';
  return composeMail(env, {
    kind: 'decision',
    to,
    subject: isWarning ? 'A warning from our team' : 'Our team removed something of yours',
    paragraphs: [
      isWarning
        ? 'Something you did or wrote breaks our guidelines. This is a warning: if it happens again, we may suspend your account.'
        : `We removed ${REMOVED[subject_type]}.`,
      `Why: ${reason}`,
      APPEAL,
    ],
    action: toDecisions(env),
  });
}
