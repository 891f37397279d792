import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';

const QUOTED_MAX = 300;

/** Sends staff's answer to the person who asked, with the beginning of their message. [F4] */
export function feedbackAnsweredMail(
  env: Env,
  { to, asked, answer }: { to: string; asked: string; answer: string },
): Mail {
  const quoted = asked.length > QUOTED_MAX ? `${asked.slice(0, QUOTED_MAX)}…` : asked;
  return composeMail(env, {
    kind: 'feedback_answered',
    to,
    subject: `An answer from ${env.appName}`,
    paragraphs: [...answer.split(/\n{2,}/), `You wrote: “${quote(quoted)}”`],
  });
}
