import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/**
 * Tells a member that the copy of their data can be downloaded; the link needs their session.
 * [X1]
 */
export function archiveReadyMail(env: Env, { to, days }: { to: string; days: number }): Mail {
  return composeMail(env, {
    kind: 'archive_ready',
    to,
    subject: `Your ${env.appName} data is ready`,
    paragraphs: [
      `The copy of your data that you asked for is ready. You can download it for ${days} days, signed in, on the security page.`,
    ],
    action: { label: 'Go to Security', url: `${env.appUrl}/security#data` },
  });
}
