import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

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
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
