import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'offer'> = {
  'offer.list': [{ about: 'their own' }],
  'offer.getOfJob': [
    { about: 'an open job', input: ({ open }) => ({ job_id: open }) },
    { about: 'a job that is offered first', input: ({ offered }) => ({ job_id: offered }) },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'offer.join': [
    { about: 'an open job', input: ({ open }) => ({ job_id: open }) },
    { about: 'a job that the claimant holds', input: ({ job }) => ({ job_id: job }) },
    { about: 'a cancelled job', input: ({ cancelled }) => ({ job_id: cancelled }) },
    { about: 'a job of a suspended member', input: ({ ofSuspended }) => ({ job_id: ofSuspended }) },
    { about: 'a job that is offered first', input: ({ offered }) => ({ job_id: offered }) },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'offer.decline': [
    { about: 'a job that is offered first', input: ({ offered }) => ({ job_id: offered }) },
    { harmless: true, about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
};
