import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Approved = { to: string; id: string; title: string };

/** Tells a new member that staff approved a job of theirs, which others see from now on. [S4] */
export function jobApprovedMail(env: Env, { to, id, title }: Approved): Mail {
  return composeMail(env, {
    to,
    subject: 'Your job is approved',
    paragraphs: [`We’ve looked at your job “${quote(title)}” and approved it. It’s open now.`],
    action: { label: 'Open your job', url: `${env.appUrl}/jobs/${id}` },
  });
}
