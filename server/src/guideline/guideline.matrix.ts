import { GUIDELINES_VERSION } from '@kindpal/contract/guideline/contract';
import type { FeatureRows } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'guideline'> = {
  'guideline.getMine': [{ about: 'their own consent' }],
  'guideline.agree': [
    { harmless: true, about: 'to what counts now', input: () => ({ version: GUIDELINES_VERSION }) },
    { about: 'to an old version', input: () => ({ version: '2020-01-01' }) },
  ],
};
