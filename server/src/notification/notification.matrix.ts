import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

/*
 * The harmless calls change only what their own recipient sees later, the same for everybody: only
 * revoking the owner's links needs a new scene afterwards.
 */
const guess: Case = { harmless: true, about: 'a guessed link', input: () => ({ token: 'guess' }) };

const calls: FeatureRows<'notification'> = {
  'notification.list': [
    { about: 'their own' },
    { about: 'their unread ones', input: () => ({ unread: 'true' }) },
    { about: 'those about their jobs', input: () => ({ group: 'jobs' }) },
  ],
  'notification.countUnread': [{ about: 'their own' }],
  'notification.markRead': [
    { harmless: true, about: "the owner's", input: ({ notification }) => ({ id: notification }) },
    { harmless: true, about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'notification.markAllRead': [{ harmless: true, about: 'their own' }],
  'notification.markVisited': [
    { harmless: true, about: "the owner's job", input: ({ job }) => ({ path: `/jobs/${job}` }) },
    {
      harmless: true,
      about: 'no page of ours',
      input: () => ({ path: 'https://elsewhere.example' }),
    },
  ],
  'notification.getSettings': [{ about: 'their own' }],
  'notification.updateSettings': [
    {
      harmless: true,
      about: 'their own',
      input: () => ({ email_off: ['invites'], pause_days: 3 }),
    },
    { about: 'what is always sent', input: () => ({ email_off: ['support'] }) },
    {
      harmless: true,
      about: 'single emails',
      input: () => ({ email_types: { 'reminders.starts_tomorrow': false } }),
    },
    {
      about: 'a single email that is always sent',
      input: () => ({ email_types: { 'support.moderated': false } }),
    },
    {
      harmless: true,
      about: 'the digest and new jobs',
      input: () => ({
        email_digest: ['invites'],
        digest: 'weekly',
        new_jobs: { within_miles: 5, only_when_free: false },
      }),
    },
  ],
  'notification.sendTest': [{ harmless: true, about: 'to themselves' }],
  'notification.listPushDevices': [{ about: 'their own' }],
  'notification.startPush': [
    {
      harmless: true,
      about: 'the browser of the owner, to resume push',
      input: ({ pushEndpoint }, who) => ({
        endpoint: `https://push.example.org/${who}/renewed`,
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        replaces: pushEndpoint,
      }),
    },
    {
      harmless: true,
      about: 'their own browser',
      input: (_, who) => ({
        endpoint: `https://push.example.org/${who}`,
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      }),
    },
    {
      about: 'no address',
      input: () => ({
        endpoint: 'file:///etc/passwd',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      }),
    },
  ],
  'notification.endPush': [
    { harmless: true, about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
    { harmless: true, about: "the owner's", input: ({ push }) => ({ id: push }) },
  ],
  'notification.getCalendarFeed': [{ about: 'their own' }],
  'notification.startCalendarFeed': [{ harmless: true, about: 'their own' }],
  'notification.endCalendarFeed': [{ harmless: true, about: 'their own' }],
  'notification.getBusyCalendar': [{ about: 'their own' }],
  'notification.setBusyCalendar': [
    {
      harmless: true,
      about: 'their own',
      input: (_, who) => ({ url: `https://calendar.example.org/${who}.ics` }),
    },
    { about: 'no address', input: () => ({ url: 'file:///etc/passwd' }) },
  ],
  'notification.endBusyCalendar': [{ harmless: true, about: 'their own' }],
  'notification.revokeMailedLinks': [{ about: 'their own' }],
  'notification.getMailedSettings': [
    guess,
    {
      harmless: true,
      about: "the owner's link",
      input: ({ mailedLink }) => ({ token: mailedLink }),
    },
  ],
  'notification.updateMailedSettings': [
    { about: 'a guessed link', input: () => ({ token: 'guess', email_off: [] }) },
    {
      harmless: true,
      about: "the owner's link",
      input: ({ mailedLink }) => ({ token: mailedLink, email_off: ['jobs'] }),
    },
    {
      harmless: true,
      about: "the owner's link, for single emails",
      input: ({ mailedLink }) => ({ token: mailedLink, email_types: { 'jobs.claimed': true } }),
    },
  ],
  'notification.listDeliveries': [
    { about: 'all' },
    { about: 'what failed', input: () => ({ state: 'failed' }) },
  ],
};

export const rows = {
  ...calls,
  'GET /calendar/jobs.ics': [
    {
      about: "the owner's calendar",
      proves: 'owner',
      request: ({ calendar }) => ({ path: `/calendar/jobs.ics?token=${calendar}` }),
    },
    { about: 'a guess', request: () => ({ path: '/calendar/jobs.ics?token=guess' }) },
  ] satisfies Case[],
  'POST /notifications/unsubscribe': [
    {
      harmless: true,
      about: 'a guessed link, clicked in a mail program',
      request: () => ({ path: '/notifications/unsubscribe?group=jobs&token=guess' }),
    },
    {
      harmless: true,
      about: "the owner's link",
      request: ({ mailedLink }) => ({
        path: `/notifications/unsubscribe?type=jobs.claimed&token=${mailedLink}`,
      }),
    },
    {
      harmless: true,
      about: "the owner's link in an older email",
      request: ({ mailedLink }) => ({
        path: `/notifications/unsubscribe?group=jobs&token=${mailedLink}`,
      }),
    },
    {
      about: "the owner's link, for what is always sent",
      request: ({ mailedLink }) => ({
        path: `/notifications/unsubscribe?type=support.moderated&token=${mailedLink}`,
      }),
    },
    { about: 'no link at all', request: () => ({}) },
  ] satisfies Case[],
};
