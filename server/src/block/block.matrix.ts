import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './block.samples.ts';

export const rows: FeatureRows<'block', Own> = {
  'block.list': [{ about: 'their own' }],
  'block.create': [
    { about: 'the owner', input: ({ owner }) => ({ member_id: owner.id }) },
    { about: 'the claimant', input: ({ claimant }) => ({ member_id: claimant.id }) },
    { about: 'the suspended member', input: ({ suspended }) => ({ member_id: suspended.id }) },
    { about: 'an unknown member', input: () => ({ member_id: UNKNOWN_ID }) },
  ],
  'block.listLiveJobs': [{ about: 'their own' }],
  'block.askToEnd': [
    { about: 'the claimed job', input: ({ job }) => ({ job_id: job }) },
    {
      about: 'a job of an owner that the claimant blocked',
      input: ({ jobOfBlocked }) => ({ job_id: jobOfBlocked }),
    },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'block.remove': [
    {
      harmless: true,
      about: 'the suspended member',
      input: ({ suspended }) => ({ member_id: suspended.id }),
    },
    { harmless: true, about: 'an unknown member', input: () => ({ member_id: UNKNOWN_ID }) },
  ],
};
