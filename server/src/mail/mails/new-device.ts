import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { writeFullTime } from '../write-time.ts';
import { disownable } from './disown.ts';

type NewDevice = {
  to: string;
  device: string;
  at: Date;
  timeZone: string | null;
  awaitsFactor: boolean;
  token: string;
};

/**
 * Tells a member about a sign-in on a new device, by them or by somebody who has yet to use the
 * second factor. [U6] [U13]
 */
export function newDeviceMail(env: Env, given: NewDevice): Mail {
  const { to, device, at, timeZone, awaitsFactor, token } = given;
  const what = awaitsFactor
    ? `Someone began to sign in to your ${env.appName} account on a new device and was asked for your second factor`
    : `Someone signed in to your ${env.appName} account on a new device`;
  return composeMail(env, {
    kind: 'new_device',
    to,
    subject: awaitsFactor ? 'Sign-in attempt on a new device' : 'New sign-in to your account',
    paragraphs: [
      `${what}: ${device}, ${writeFullTime(at, timeZone)}.`,
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password, removes second factors added since and emails you a link to set a new password. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
