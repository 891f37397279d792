import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'claim'> = {
  'claim.list': [
    { about: 'their own claims' },
    { about: 'their live claims', input: () => ({ live: 'true' }) },
    { about: 'the claims of the claimant', input: ({ claimant }) => ({ sitter_id: claimant.id }) },
    { about: 'the claims of a claimed job', input: ({ job }) => ({ job_id: job }) },
    { about: 'the claims of an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'claim.create': [
    { about: 'an open job', input: ({ open }) => ({ job_id: open }) },
    { about: 'a job that the claimant holds', input: ({ job }) => ({ job_id: job }) },
    { about: 'a cancelled job', input: ({ cancelled }) => ({ job_id: cancelled }) },
    { about: 'a job that staff took down', input: ({ takenDown }) => ({ job_id: takenDown }) },
    { about: 'a job of a suspended member', input: ({ ofSuspended }) => ({ job_id: ofSuspended }) },
    {
      about: 'a job that the sitter is asked first to do',
      input: ({ offered }) => ({ job_id: offered }),
    },
    {
      about: 'a job that staff have not looked at yet',
      input: ({ unseen }) => ({ job_id: unseen }),
    },
    {
      about: 'an open job, to be asked first',
      input: ({ open }) => ({ job_id: open, accepted_warnings: [] }),
    },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
    {
      about: "in the sitter's name",
      input: ({ open, sitter }) => ({ job_id: open, sitter_id: sitter.id }),
    },
  ],
  'claim.remove': [
    { about: "the claimant's live claim", input: ({ claim }) => ({ id: claim }) },
    { about: 'the claim that was released', input: ({ earlierClaim }) => ({ id: earlierClaim }) },
    {
      about: 'the claim of a job in progress',
      input: ({ startedClaim }) => ({ id: startedClaim }),
    },
    { about: 'an unknown claim', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'claim.removeByJob': [
    {
      about: "the claimant's live claim",
      input: ({ job, claimant }) => ({ job_id: job, sitter_id: claimant.id }),
    },
    {
      about: 'the claim that was released',
      input: ({ job, former }) => ({ job_id: job, sitter_id: former.id }),
    },
    {
      about: 'the claim on an unknown job',
      input: ({ claimant }) => ({ job_id: UNKNOWN_ID, sitter_id: claimant.id }),
    },
  ],
};
