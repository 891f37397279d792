import type { FeatureRows } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'privacy'> = {
  'privacy.listViews': [{ about: 'their own' }],
};
