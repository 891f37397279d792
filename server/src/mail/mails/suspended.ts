import type { AppealDecision } from '@kindpal/contract/moderation/schema';
import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { writeFullTime } from '../write-time.ts';
import { APPEAL } from './appeal.ts';

type Suspended = {
  to: string;
  reason: string;
  ends_at: Date | null;
  url: string;
  timeZone: string | null;
};

/** The member is suspended or banned: why, until when, and where to appeal. [S4] */
export function suspendedMail(env: Env, given: Suspended): Mail {
  const { to, reason, ends_at, url, timeZone } = given;
  return composeMail(env, {
    kind: 'suspended',
    to,
    subject: ends_at ? 'Your account is suspended' : 'Your account is banned',
    paragraphs: [
      ends_at
        ? `We’ve suspended your account until ${writeFullTime(ends_at, timeZone)}. After that you can sign in again.`
        : 'We’ve banned your account. You can no longer sign in.',
      `Why: ${reason}`,
      'You’re signed out everywhere. Your open jobs are hidden, and jobs you claimed but hadn’t started are open to others again.',
      APPEAL,
    ],
    action: { label: 'Read or appeal', url },
  });
}

/** A suspended member's link to their data and the deletion of their account. [X1] */
export function accountLinkMail(env: Env, { to, token }: { to: string; token: string }): Mail {
  return composeMail(env, {
    kind: 'suspended',
    to,
    subject: 'Your data and your account',
    paragraphs: [
      'With this link you can get a copy of your data or delete your account. It works for 30 minutes.',
    ],
    action: {
      label: 'Open',
      url: `${env.appUrl}/suspended/account?${new URLSearchParams({ token })}`,
    },
    afterwards: ['If you didn’t ask for this, there’s nothing to do.'],
  });
}

/** Tells a member that they can sign in again. [S4] */
export function suspensionEndedMail(env: Env, to: string): Mail {
  return composeMail(env, {
    kind: 'suspended',
    to,
    subject: 'You can sign in again',
    paragraphs: ['Your suspension has ended. Your profile and your open jobs are visible again.'],
    action: { label: 'Sign In', url: `${env.appUrl}/join?tab=signin` },
  });
}

type Decided = { to: string; outcome: AppealDecision; answer: string };

/** Tells a member the outcome of their appeal. [S4] */
export function appealDecidedMail(env: Env, { to, outcome, answer }: Decided): Mail {
  const isGranted = outcome === 'granted';
  return composeMail(env, {
    kind: 'suspended',
    to,
    subject: isGranted ? 'Your appeal was granted' : 'Your appeal was not granted',
    paragraphs: [
      isGranted
        ? 'We looked at your case again and reversed our decision.'
        : 'We looked at your case again. Our decision stands.',
      `Why: ${answer}`,
    ],
    ...(isGranted && {
      action: { label: `Open ${env.appName}`, url: `${env.appUrl}/my-requests` },
    }),
  });
}

/** Tells a member that staff reversed a warning or a removal. [S4] */
export function decisionUndoneMail(env: Env, to: string): Mail {
  return composeMail(env, {
    kind: 'suspended',
    to,
    subject: 'We reversed a decision',
    paragraphs: [
      'We looked at your case again. The warning or removal we emailed you about no longer counts.',
    ],
    action: { label: `Open ${env.appName}`, url: `${env.appUrl}/my-requests` },
  });
}
