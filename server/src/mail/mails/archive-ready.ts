import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** `suspension` is the page of their suspension, if they have no session. */
type Ready = { to: string; days: number; suspension?: string };

/**
 * Tells a member that the copy of their data can be downloaded; the link needs their session, or
 * leads to another emailed link. [X1]
 */
export function archiveReadyMail(env: Env, { to, days, suspension }: Ready): Mail {
  return composeMail(env, {
    kind: 'archive_ready',
    to,
    subject: `Your ${env.appName} data is ready`,
    paragraphs: [
      suspension
        ? `The copy of your data that you asked for is ready. You can download it for ${days} days: open the page of your suspension and get a new link by email.`
        : `The copy of your data that you asked for is ready. You can download it for ${days} days, signed in, on the security page.`,
    ],
    action: suspension
      ? { label: 'Open the page', url: suspension }
      : { label: 'Go to Security', url: `${env.appUrl}/security#data` },
  });
}
