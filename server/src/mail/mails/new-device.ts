import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Where a member says that it was somebody else. [U6] */
export function disownUrl(env: Env, token: string): string {
  return `${env.appUrl}/not-me?${new URLSearchParams({ token })}`;
}

/** Tells a member that they signed in on a device that was not used before. [U6] */
export function newDeviceMail(
  env: Env,
  { to, device, at, token }: { to: string; device: string; at: Date; token: string },
): Mail {
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return composeMail(env, {
    to,
    subject: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your ${env.appName} account on a new device: ${device}, ${when} UTC.`,
      'If this wasn’t you, tell us. The link signs out all devices, stops the current password and mails you a link for a new one. It works once, for 7 days.',
    ],
    action: { label: 'This wasn’t me', url: disownUrl(env, token) },
    afterwards: ['If it was you, there’s nothing to do.'],
  });
}
