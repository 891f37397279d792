import type { FeatureRows } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'place'> = {
  'place.search': [
    { about: 'a town', input: () => ({ search: 'maple' }) },
    { about: 'a town that is not there', input: () => ({ search: 'zzzzzz' }) },
  ],
};
