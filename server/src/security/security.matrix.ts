import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'security'> = {
  'security.getOverview': [{ about: 'their own' }],
  'security.listDevices': [{ about: 'their own' }],
  'security.endSession': [
    { harmless: true, about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
    { about: "the owner's", input: ({ owner }) => ({ id: owner.session_id }) },
  ],
  'security.listEvents': [{ about: 'their own' }],
};
