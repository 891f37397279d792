import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'vault'> = {
  'vault.getHome': [{ about: 'their own' }],
  'vault.saveHome': [
    { harmless: true, about: 'of their own', input: () => ({ notes: 'Mind the cat' }) },
    {
      harmless: true,
      about: 'an alarm code that is too long',
      input: () => ({ alarm: '1'.repeat(5000) }),
    },
  ],
  'vault.getJobAccess': [
    { about: 'of a claimed job', input: ({ job }) => ({ job_id: job }) },
    { about: 'of one in progress', input: ({ underWay }) => ({ job_id: underWay }) },
    { about: 'of an open one', input: ({ open }) => ({ job_id: open }) },
    { about: 'of an unknown one', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'vault.attach': [
    { about: 'to the open job', input: ({ open }) => ({ job_id: open }) },
    {
      about: 'to the open job, for a sitter',
      input: ({ open }) => ({ job_id: open, claim_id: UNKNOWN_ID }),
    },
    { about: 'to one that is done', input: ({ done }) => ({ job_id: done }) },
    { about: 'to an unknown one', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'vault.detach': [
    { about: 'from the open job', input: ({ open }) => ({ job_id: open }) },
    { about: 'from an unknown one', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'vault.open': [
    {
      about: 'the door code of a job that starts later',
      input: ({ job }) => ({ job_id: job, part: 'door' }),
    },
    {
      about: 'the door code of one in progress',
      input: ({ underWay }) => ({ job_id: underWay, part: 'door' }),
    },
    {
      about: 'what is not there',
      input: ({ underWay }) => ({ job_id: underWay, part: 'keys' }),
    },
    { about: 'of an unknown one', input: () => ({ job_id: UNKNOWN_ID, part: 'door' }) },
  ],
};
