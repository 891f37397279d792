import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type TakenDown = { to: string; title: string; reason: string; is_owner: boolean };

/** Tells a job's owner, or the sitter who held it, that staff took it down, and why. [S4] */
export function jobTakenDownMail(env: Env, { to, title, reason, is_owner }: TakenDown): Mail {
  return composeMail(env, {
    kind: 'job_taken_down',
    to,
    subject: is_owner ? 'Your job was taken down' : 'A job you claimed was taken down',
    paragraphs: [
      is_owner
        ? `We’ve taken down your job “${quote(title)}”. It can no longer be claimed.`
        : `We’ve taken down the job “${quote(title)}”, which you had claimed. It will not take place.`,
      `Why: ${reason}`,
      'If you think this is a mistake, please contact us.',
    ],
    action: { label: `Open ${env.appName}`, url: `${env.appUrl}/dashboard` },
  });
}
