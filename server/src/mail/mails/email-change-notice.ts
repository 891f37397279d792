import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Tells the old mailbox that another address waits for its confirmation. [U8] */
export function emailChangeNotice(env: Env, to: string, newEmail: string): Mail {
  return composeMail(env, {
    to,
    subject: 'Your e-mail address is about to change',
    paragraphs: [
      `Your ${env.appName} account is to use ${newEmail} from now on. It changes as soon as that address is confirmed; until then you sign in as before.`,
      `If this was not you, reset your password now and write to ${env.supportEmail}.`,
    ],
    action: { label: 'Reset my password', url: `${env.appUrl}/join?tab=signin` },
  });
}
