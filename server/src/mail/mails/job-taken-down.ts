import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { APPEAL, toDecisions } from './appeal.ts';

type TakenDown = {
  to: string;
  title: string;
  reason: string;
  is_owner: boolean;
  /** Whether a report led to it, so that its owner can appeal. */
  canAppeal?: boolean;
};

/** Tells a job's owner, or the sitter who held it, that staff took it down, and why. [S4] */
export function jobTakenDownMail(env: Env, given: TakenDown): Mail {
  const { to, title, reason, is_owner, canAppeal = false } = given;
  return composeMail(env, {
    kind: 'job_taken_down',
    to,
    subject: is_owner ? 'Your job was taken down' : 'A job you claimed was taken down',
    paragraphs: [
      is_owner
        ? `We’ve taken down your job “${quote(title)}.” It can no longer be claimed.`
        : `We’ve taken down the job “${quote(title)},” which you had claimed. It will not take place.`,
      `Why: ${reason}`,
      canAppeal ? APPEAL : 'If you think this is a mistake, please contact us.',
    ],
    action: canAppeal
      ? toDecisions(env)
      : { label: `Open ${env.appName}`, url: `${env.appUrl}/dashboard` },
  });
}
