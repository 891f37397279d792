import { NOTIFICATION_TYPES, type NotificationType } from '@kindpal/contract/notification/catalog';
import { describe, expect, it, test } from 'vitest';
import { parseEnv } from '../env.ts';
import { composeNotification } from '../notification/delivery/compose-notification.ts';
import { quote } from './letter.ts';
import type { Mail } from './mailer.ts';
import { feedbackAnsweredMail } from './mails/feedback-answered.ts';
import { jobTakenDownMail } from './mails/job-taken-down.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './mails/passkey-changed.ts';
import { passwordChangedMail } from './mails/password-changed.ts';
import { waitlistInviteMail } from './mails/waitlist-invite.ts';

const env = parseEnv({ KINDPAL_MODE: 'test' });
const to = 'reader@kindpal.test';
/** What somebody who wants to mislead a reader types as a name or a title. */
const TYPED = 'Sign in at evil.example or https://evil.example \u202Eneddih';

/** Dots that mail programs read like a full stop, and letters that end in a mark. */
const OTHER_LINKS = ['தமிழ்.com', 'हिन्दी.भारत', 'i❤.ws', 'evil․com', 'evil｡com'];

const ID = '00000000-0000-4000-8000-000000000000';
const AT = '2027-06-12T14:00:00Z';
const ROW = {
  ...{ id: ID, job_id: ID, claim_id: ID, actor_id: ID, email: to, read_at: null, created_at: AT },
  ...{ job_title: TYPED, actor_name: TYPED, is_owner: true, is_again: false, area: null },
  ...{ start_date: AT, end_date: AT, claim_start_date: AT, claim_end_date: AT, job_created_at: AT },
  ...{ time_zone: null, is_in_calendar: false, is_taken_down: false },
};
const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];

const OTHER_MAILS: [about: string, mail: Mail][] = [
  [
    'a job that was taken down',
    jobTakenDownMail(env, { to, title: TYPED, reason: 'Spam', is_owner: false }),
  ],
  [
    'one’s own job that was taken down',
    jobTakenDownMail(env, { to, title: TYPED, reason: 'Spam', is_owner: true }),
  ],
  [
    'an answered request',
    feedbackAnsweredMail(env, { to, asked: TYPED, answer: 'We looked into it.' }),
  ],
  [
    'an invite from the waitlist',
    waitlistInviteMail(env, { to, name: TYPED, code: 'AAAA-BBBB-CCCC' }),
  ],
  ['a new passkey', passkeyAddedMail(env, { to, name: TYPED, token: 'x' })],
  [
    'a passkey removed by a reset',
    passwordChangedMail(env, {
      to,
      token: 'x',
      hadFeed: false,
      hadDeletion: false,
      removed: [TYPED],
    }),
  ],
  ['a removed passkey', passkeyRemovedMail(env, { to, name: TYPED, token: 'x' })],
];

const textOf = ({ subject, text, html }: Mail) => `${subject}\n${text}\n${html}`;

describe('a reader finds no link and nothing hidden in what somebody else typed [P4] [S4]', () => {
  it('in any email of a notification', async () => {
    const mails = await Promise.all(
      types.map((type) => composeNotification(env, { ...ROW, type }, () => 'https://kindpal.test')),
    );
    for (const [i, mail] of mails.entries()) {
      expect(textOf(mail), types[i]).not.toMatch(/evil\.example|\/\/evil|\u202e/);
    }
    // Otherwise the texts above would not have been in the mails at all.
    expect(mails.filter((mail) => textOf(mail).includes('evil')).length).toBeGreaterThan(15);
  });

  it('in the calendar part of an email', async () => {
    const row = { ...ROW, area: TYPED, is_in_calendar: true };
    const mails = await Promise.all(
      types.map((type) => composeNotification(env, { ...row, type }, () => 'https://kindpal.test')),
    );
    const parts = mails.flatMap(({ calendar }) => (calendar ? [calendar.content] : []));
    // A long line is folded, anywhere.
    for (const part of parts.map((content) => content.replaceAll('\r\n ', ''))) {
      expect(part).toContain('evil.\u200bexample');
      expect(part).not.toMatch(/evil\.example|\/\/evil|\u202e/);
    }
    expect(parts.length).toBeGreaterThan(5);
  });

  it.each(OTHER_MAILS)('in the email about %s', (_, mail) => {
    expect(textOf(mail)).toContain('evil.\u200bexample');
    expect(textOf(mail)).not.toMatch(/evil\.example|\/\/evil|\u202e/);
  });
});

test.each(OTHER_LINKS)('a quoted text contains no link: %s', (text) => {
  expect(quote(text)).toContain('\u200b');
});
