import { randomUUID } from 'node:crypto';
import type { Case, FeatureRows } from '../testing/matrix/cases.ts';
import type { Own } from './newsletter.samples.ts';

const guess: Case = { about: 'a guessed link', input: () => ({ token: 'guess' }) };

const calls: FeatureRows<'newsletter', Own> = {
  'newsletter.subscribe': [
    {
      harmless: true,
      about: 'a new address',
      input: () => ({ email: `${randomUUID()}@example.org` }),
    },
    {
      harmless: true,
      about: 'an address that reads already',
      input: ({ readerEmail }) => ({ email: readerEmail }),
    },
  ],
  'newsletter.confirm': [
    guess,
    { about: "the reader's link", input: ({ readerConfirms }) => ({ token: readerConfirms }) },
    {
      about: 'a link to unsubscribe',
      input: ({ readerUnsubscribes }) => ({ token: readerUnsubscribes }),
    },
  ],
  'newsletter.unsubscribe': [
    guess,
    {
      about: "the reader's link",
      input: ({ readerUnsubscribes }) => ({ token: readerUnsubscribes }),
    },
    { about: 'a link to confirm', input: ({ readerConfirms }) => ({ token: readerConfirms }) },
  ],
  'newsletter.list': [{ about: 'all' }],
};

export const rows = {
  ...calls,
  'POST /newsletter/unsubscribe': [
    {
      about: 'a guessed link, clicked in a mail program',
      request: () => ({ path: '/newsletter/unsubscribe?token=guess' }),
    },
    {
      about: "the reader's link, clicked in a mail program",
      request: ({ readerUnsubscribes }) => {
        const search = new URLSearchParams({ token: readerUnsubscribes });
        return { path: `/newsletter/unsubscribe?${search}` };
      },
    },
    { about: 'no link at all', request: () => ({}) },
  ] satisfies Case<Own>[],
};
