import type { FeatureRows } from '../testing/matrix/cases.ts';
import { PASSWORD } from '../testing/test-browser.ts';

export const rows: FeatureRows<'deletion'> = {
  'deletion.get': [{ about: 'their own' }],
  'deletion.request': [
    { about: 'without a password', input: () => ({}) },
    { about: 'with a guessed code', input: () => ({ nonce: '000000' }) },
    { about: "with the past sitter's password", input: () => ({ current_password: PASSWORD }) },
  ],
  'deletion.withdraw': [{ harmless: true, about: 'their own' }],
};
