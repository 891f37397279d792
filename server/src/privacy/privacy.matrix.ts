import type { FeatureRows } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'privacy'> = {
  'privacy.getSettings': [{ about: 'their own' }],
  'privacy.updateSettings': [
    { harmless: true, about: 'as it is', input: () => ({ first_contact: 'everyone' }) },
    { about: 'nothing', input: () => ({}) },
  ],
  'privacy.listViews': [{ about: 'their own' }],
};
