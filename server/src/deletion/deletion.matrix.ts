import type { FeatureRows } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'deletion'> = {
  'deletion.get': [{ about: 'their own' }],
  'deletion.request': [
    { about: 'without a password', input: () => ({}) },
    { about: 'with a guessed code', input: () => ({ nonce: '000000' }) },
  ],
  'deletion.withdraw': [{ harmless: true, about: 'their own' }],
};
