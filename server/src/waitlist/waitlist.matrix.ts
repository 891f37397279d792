import { randomUUID } from 'node:crypto';
import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './waitlist.samples.ts';

const OTHER_TEXTS = { full_name: 'Robin Vale', note: null };

export const rows: FeatureRows<'waitlist', Own> = {
  'waitlist.join': [
    {
      harmless: true,
      about: 'a new address',
      input: () => ({ email: `${randomUUID()}@example.org`, full_name: 'Robin Vale' }),
    },
    {
      harmless: true,
      about: 'an address that waits already',
      input: ({ waitingEmail }) => ({ email: waitingEmail, full_name: 'Robin Vale' }),
    },
    {
      harmless: true,
      about: "a member's address",
      input: ({ owner }) => ({ email: owner.email, full_name: 'Robin Vale' }),
    },
  ],
  'waitlist.getEntry': [
    { about: 'a guessed link', input: () => ({ token: 'guess' }) },
    { about: 'the link that was mailed', input: ({ askingLink }) => ({ token: askingLink }) },
  ],
  'waitlist.confirm': [
    { about: 'a guessed link', input: () => ({ token: 'guess', ...OTHER_TEXTS }) },
    {
      harmless: true,
      about: 'the link that was mailed',
      input: ({ askingLink }) => ({ token: askingLink, ...OTHER_TEXTS }),
    },
  ],
  'waitlist.list': [
    { about: 'all' },
    { about: 'those who wait', input: () => ({ waiting: 'true' }) },
  ],
  'waitlist.invite': [
    { about: 'one who waits', input: ({ waiting }) => ({ id: waiting }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
};
