import type { HearingSide } from '@kindpal/contract/hearing/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { writeFullTime } from '../write-time.ts';

const THINGS: Record<ReportSubject, string> = {
  message: 'a message',
  conversation: 'a chat',
  job: 'a job',
  profile: 'a profile',
  review: 'a review',
  picture: 'a picture',
};

type Question = {
  to: string;
  side: HearingSide;
  /** Null when nothing was reported. */
  subject_type: ReportSubject | null;
  question: string;
  answer_until: Date;
  timeZone: string | null;
};

/** Asks one side of a report for their view before staff decide. [S4] */
export function questionMail(env: Env, asked: Question): Mail {
  const { to, question, answer_until, timeZone } = asked;
  return composeMail(env, {
    kind: 'question',
    to,
    subject: 'Our team has a question for you',
    paragraphs: [
      openingOf(asked),
      question,
      `You can answer until ${writeFullTime(answer_until, timeZone)}. Only our team reads your answer.`,
    ],
    action: { label: 'Answer', url: `${env.appUrl}/my-requests` },
  });
}

function openingOf({ side, subject_type }: Question): string {
  if (subject_type === null) {
    return 'We’re looking into something about your account. Before we decide anything, we’d like to hear from you.';
  }
  return side === 'member'
    ? `Someone reported ${THINGS[subject_type]} of yours. Before we decide anything, we’d like to hear from you.`
    : `We’re looking into your report of ${THINGS[subject_type]}, and have a question.`;
}
