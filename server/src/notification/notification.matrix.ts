import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const guess: Case = { about: 'a guessed link', input: () => ({ token: 'guess' }) };

const calls: FeatureRows<'notification'> = {
  'notification.list': [
    { about: 'their own' },
    { about: 'their unread ones', input: () => ({ unread: 'true' }) },
  ],
  'notification.countUnread': [{ about: 'their own' }],
  'notification.markRead': [
    { about: "the owner's", input: ({ notification }) => ({ id: notification }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'notification.markAllRead': [{ about: 'their own' }],
  'notification.markVisited': [
    { about: "the owner's job", input: ({ job }) => ({ path: `/jobs/${job}` }) },
    { about: 'no page of ours', input: () => ({ path: 'https://elsewhere.example' }) },
  ],
  'notification.getSettings': [{ about: 'their own' }],
  'notification.updateSettings': [
    { about: 'their own', input: () => ({ email_off: ['invites'], pause_days: 3 }) },
    { about: 'what is always sent', input: () => ({ email_off: ['support'] }) },
  ],
  'notification.sendTest': [{ about: 'to themselves' }],
  'notification.revokeMailedLinks': [{ about: 'their own' }],
  'notification.getMailedSettings': [
    guess,
    { about: "the owner's link", input: ({ mailedLink }) => ({ token: mailedLink }) },
  ],
  'notification.updateMailedSettings': [
    { about: 'a guessed link', input: () => ({ token: 'guess', email_off: [] }) },
    {
      about: "the owner's link",
      input: ({ mailedLink }) => ({ token: mailedLink, email_off: ['jobs'] }),
    },
  ],
  'notification.listDeliveries': [
    { about: 'all' },
    { about: 'what failed', input: () => ({ state: 'failed' }) },
  ],
};

export const rows = {
  ...calls,
  'POST /notifications/unsubscribe': [
    {
      about: 'a guessed link, clicked in a mail program',
      request: () => ({ path: '/notifications/unsubscribe?group=jobs&token=guess' }),
    },
    {
      about: "the owner's link",
      request: ({ mailedLink }) => ({
        path: `/notifications/unsubscribe?group=jobs&token=${mailedLink}`,
      }),
    },
    { about: 'no link at all', request: () => ({}) },
  ] satisfies Case[],
};
