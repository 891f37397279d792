import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type ResetLink = { to: string; token: string; now: Date; reason?: 'given_back' | undefined };

const LINK_WORKS = 'The link below works once, for 30 minutes.';

/** What the mail of a requested link says; a member who did not request it can ignore it. */
const REQUESTED = {
  paragraphs: ['Someone, hopefully you, asked to reset the password of your account.', LINK_WORKS],
  afterwards: ['If this wasn’t you, ignore this email: your password stays the same.'],
};

/** What it says after an account was given back: the former password opens nothing. */
const givenBack = (appUrl: string) => ({
  paragraphs: [
    'As you asked, all devices were signed out of your account and its password was turned off, because someone else may know it.',
    `Choose a new one to sign in again. ${LINK_WORKS}`,
  ],
  afterwards: [`For another link, choose “Forgot Password?” at ${appUrl}/join?tab=signin.`],
});

/**
 * The link to choose a new password. It contains when it was issued, in Unix seconds, because the
 * page warns about old ones. [U4] [U7]
 */
export function resetPasswordMail(env: Env, { to, token, now, reason }: ResetLink): Mail {
  const query = new URLSearchParams({
    access_token: token,
    type: 'recovery',
    issued_at: String(Math.floor(now.getTime() / 1000)),
  });
  return composeMail(env, {
    kind: 'reset_password',
    to,
    subject: `Reset your ${env.appName} password`,
    action: { label: 'Choose a new password', url: `${env.appUrl}/reset-password?${query}` },
    ...(reason === 'given_back' ? givenBack(env.appUrl) : REQUESTED),
  });
}
