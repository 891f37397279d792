import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import type { FeatureRows } from '../testing/matrix/cases.ts';
import { PASSWORD } from '../testing/test-browser.ts';

const calls: FeatureRows<'archive'> = {
  'archive.get': [{ about: 'their own' }],
  'archive.request': [
    { about: 'without a password', input: () => ({}) },
    { about: 'with a guessed code', input: () => ({ nonce: '000000' }) },
    { about: "with the past sitter's password", input: () => ({ current_password: PASSWORD }) },
  ],
  'archive.open': [{ about: 'their own' }],
};

export const rows = {
  ...calls,
  [`GET ${ARCHIVE_ADDRESS}`]: [{ about: 'their own', request: () => ({ path: ARCHIVE_ADDRESS }) }],
};
