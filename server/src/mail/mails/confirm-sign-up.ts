import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** The code that confirms a newcomer's address, and a link that does the same. [U1] [U9] */
export function confirmSignUpMail(
  env: Env,
  { to, code, link }: { to: string; code: string; link: string },
): Mail {
  return composeMail(env, {
    kind: 'confirm_sign_up',
    to,
    subject: `Confirm your email for ${env.appName}: ${code}`,
    paragraphs: [
      `Your code is ${code}. Enter it in the browser where you signed up or asked for it. It works once, for 10 minutes.`,
      'Or use the link below. In another browser it asks you first.',
    ],
    action: { label: 'Confirm Email', url: `${env.appUrl}/sign-in-link?token=${link}` },
    afterwards: [
      'If you didn’t sign up, ignore this email: an account whose email no one confirms is removed. Never tell anyone the code.',
    ],
  });
}
