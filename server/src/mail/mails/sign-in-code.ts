import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** The sign-in code for the browser that asked for it, and a link that works elsewhere. [U9] */
export function signInCodeMail(
  env: Env,
  { to, code, link }: { to: string; code: string; link: string },
): Mail {
  return composeMail(env, {
    kind: 'sign_in_code',
    to,
    subject: `Your ${env.appName} sign-in code: ${code}`,
    paragraphs: [
      `Enter ${code} where you asked for it. It works once, for 10 minutes.`,
      'Or use the link below. In another browser it asks you to confirm first.',
    ],
    action: { label: 'Sign In', url: `${env.appUrl}/sign-in-link?token=${link}` },
    afterwards: [
      'If you didn’t ask for this, ignore this email. Never tell anyone the code: we don’t ask for it.',
    ],
  });
}
