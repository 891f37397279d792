import { jobForm } from '../testing/factories.ts';
import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Scene } from '../testing/matrix/scene.ts';
import type { Own } from './job.samples.ts';

/** A town of the gazetteer. */
const PLACE = 5_100_854;

/** The same for the owner's job in each state. */
const inEachState = (input: (id: string) => unknown, harmless?: true): [Case, ...Case[]] => {
  const of = (about: string, pick: (scene: Scene) => string): Case => ({
    about,
    input: (scene) => input(pick(scene)),
    ...(harmless ? { harmless } : {}),
  });
  return [
    of('a job that the claimant holds and the former sitter released', ({ job }) => job),
    of('an open job', ({ open }) => open),
    of('a job in progress', ({ underWay }) => underWay),
    of('a completed job', ({ done }) => done),
    of('a cancelled job', ({ cancelled }) => cancelled),
    of('a job that staff took down', ({ takenDown }) => takenDown),
    of('a job that the suspended sitter holds', ({ held }) => held),
    of('an open job of the suspended member', ({ ofSuspended }) => ofSuspended),
    of('a job that the sitter is asked first to do', ({ offered }) => offered),
    of('a job that staff have not looked at yet', ({ unseen }) => unseen),
    of('an unknown id', () => UNKNOWN_ID),
  ];
};

export const rows: FeatureRows<'job', Own> = {
  'job.list': [
    { about: 'all open jobs' },
    { about: 'the jobs of the owner', input: ({ owner }) => ({ owner_id: owner.id }) },
    {
      about: 'their own jobs',
      input: (scene, who) => ({ owner_id: who === 'visitor' ? UNKNOWN_ID : scene[who].id }),
    },
    { about: 'a search for the address', input: () => ({ search: 'Hidden Lane' }) },
    {
      about: 'a search for the description',
      input: () => ({ search: 'Words of the description' }),
    },
    { about: 'those that start soonest', input: () => ({ sort: 'soonest' }) },
    { about: 'those that pay best', input: () => ({ sort: 'pay' }) },
    {
      about: 'those nearest to a town',
      input: () => ({ sort: 'nearest', place_id: 5_100_854, within_miles: 10 }),
    },
    { about: 'those of a day', input: () => ({ from: '2031-01-01T00:00:00Z' }) },
    { about: 'those until a day', input: () => ({ until: '2031-01-01T00:00:00Z' }) },
    { about: 'dog walks that pay', input: () => ({ job_type: 'dog_walking', min_pay: 1 }) },
  ],
  'job.listMine': [
    { about: 'the jobs that they posted', input: () => ({ as: 'owner' }) },
    { about: 'the jobs that they claimed', input: () => ({ as: 'sitter' }) },
    { about: 'those they posted that are past', input: () => ({ as: 'owner', state: 'past' }) },
    { about: 'those they claimed that are past', input: () => ({ as: 'sitter', state: 'past' }) },
    { about: 'those that they hold', input: () => ({ as: 'sitter', state: 'current' }) },
    {
      about: 'a search for the description among those they claimed',
      input: () => ({ as: 'sitter', search: 'Words of the description' }),
    },
    {
      about: 'a search for the address among those they posted',
      input: () => ({ as: 'owner', search: 'Hidden Lane' }),
    },
  ],
  'job.countMine': [{ about: 'their own jobs' }],
  'job.getAgenda': [{ about: 'their own jobs and threads' }],
  'job.listOwners': [
    { about: 'who has open jobs' },
    { about: 'who of them has a name with this word', input: () => ({ search: 'owner' }) },
  ],
  'job.listRequirements': [
    {
      about: 'open, held, canceled and unknown jobs, and one that is offered first',
      input: ({ open, demanding, job, cancelled, offered, ofSuspended, unseen }) => ({
        job_ids: [open, demanding, job, cancelled, offered, ofSuspended, unseen, UNKNOWN_ID].join(),
      }),
    },
    { about: 'no jobs', input: () => ({ job_ids: '' }) },
  ],
  'job.get': [
    ...inEachState((id) => ({ id })),
    { about: 'a job with requirements', input: ({ demanding }) => ({ id: demanding }) },
  ],
  'job.listEvents': [
    ...inEachState((job_id) => ({ job_id })),
    {
      about: 'a job that the former sitter gave back and that was cancelled under the claimant',
      input: ({ lost }) => ({ job_id: lost }),
    },
  ],
  'job.getPetCare': inEachState((job_id) => ({ job_id })),
  'job.post': [
    { harmless: true, about: 'a job of their own', input: () => jobForm() },
    { about: "a job in the owner's name", input: ({ owner }) => jobForm({ owner_id: owner.id }) },
    {
      about: 'a job that the sitter is asked first to do',
      input: ({ sitter }) => jobForm({ ask_first: { sitter_ids: [sitter.id], hours: 3 } }),
    },
    { about: "a job for the owner's pet", input: ({ pet }) => jobForm({ pet_id: pet }) },
  ],
  'job.update': inEachState((id) => ({ id, status: 'open' })),
  'job.setArea': [
    ...inEachState((job_id) => ({ job_id, place_id: PLACE })),
    {
      about: 'a job of the stranger that has none',
      input: ({ noArea }) => ({ job_id: noArea, place_id: PLACE }),
    },
  ],
  'job.setRequirements': inEachState((job_id) => ({
    job_id,
    requirements: { met_before: true, verified: true, min_reviews: 2, favorites_first_hours: 3 },
  })),
  'job.move': [
    ...inEachState((job_id) => ({ job_id, action: 'cancel', reason: 'No longer needed' })),
    ...(
      ['release', 'start', 'complete', 'confirm', 'dispute', 'report_no_show', 'reopen'] as const
    ).map(
      (action): Case => ({
        about: `${action}, of a claimed job`,
        input: ({ job }) => ({ job_id: job, action }),
      }),
    ),
    {
      about: 'release, of a job that has another claim than the one meant',
      input: ({ job }) => ({ job_id: job, claim_id: UNKNOWN_ID, action: 'release' }),
    },
    {
      about: 'cancel, of a job that had no claim before',
      input: ({ job }) => ({ job_id: job, claim_id: null, action: 'cancel' }),
    },
    {
      about: 'complete, of a job in progress',
      input: ({ underWay }) => ({ job_id: underWay, action: 'complete' }),
    },
    {
      about: 'undo_start, of a job that was started long ago',
      input: ({ underWay }) => ({ job_id: underWay, action: 'undo_start' }),
    },
    {
      about: 'undo_complete, of a completed job',
      input: ({ done }) => ({ job_id: done, action: 'undo_complete' }),
    },
    {
      about: 'reopen, of a cancelled job',
      input: ({ cancelled }) => ({ job_id: cancelled, action: 'reopen' }),
    },
  ],
  'job.canClaim': [
    ...inEachState((job_id) => ({ job_id }), true),
    {
      about: 'on behalf of the sitter',
      input: ({ open, sitter }) => ({ job_id: open, user_id: sitter.id }),
    },
  ],
};
