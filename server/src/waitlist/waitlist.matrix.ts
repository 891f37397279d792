import { randomUUID } from 'node:crypto';
import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './waitlist.samples.ts';

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
  'waitlist.confirm': [
    { about: 'a guessed link', input: () => ({ token: 'guess' }) },
    {
      harmless: true,
      about: 'the link that was mailed',
      input: ({ waitingLink }) => ({ token: waitingLink }),
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
