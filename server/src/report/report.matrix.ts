import type { ReportSubject } from '@kindpal/contract/report/subject';
import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Scene } from '../testing/matrix/scene.ts';

const send = (
  about: string,
  subject_type: ReportSubject,
  idOf: (scene: Scene) => string,
  isHarmless = true,
): Case => ({
  ...(isHarmless && ({ harmless: true } as const)),
  about,
  input: (scene) => ({ subject_type, subject_id: idOf(scene), reason: 'other' }),
});

export const rows: FeatureRows<'report'> = {
  'report.send': [
    send('a job that is open', 'job', ({ open }) => open),
    send('a job that is held', 'job', ({ job }) => job),
    send('the thread of the claimant', 'conversation', ({ claim }) => claim),
    send('the direct conversation', 'conversation', ({ conversation }) => conversation),
    // Staff who have reported the owner no longer handle others' reports of the same.
    send('the owner', 'profile', ({ owner }) => owner.id, false),
    send('the suspended member', 'profile', ({ suspended }) => suspended.id),
    send('the published review', 'review', ({ publishedReview }) => publishedReview),
    send('the waiting review', 'review', ({ waitingReview }) => waitingReview),
    send("the owner's picture", 'picture', ({ owner }) => owner.id, false),
    send('the picture of a held job', 'picture', ({ job }) => job),
    send('an unknown message', 'message', () => UNKNOWN_ID),
  ],
  'report.withdraw': [
    {
      about: "the claimant's report of the owner",
      input: ({ openReport }) => ({ id: openReport }),
    },
    {
      about: "the claimant's report of the former sitter",
      input: ({ freshReport }) => ({ id: freshReport }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'report.listMine': [{ about: 'their own' }],
  'report.list': [
    { about: 'what waits' },
    { about: 'what was decided', input: () => ({ state: 'decided' }) },
  ],
  'report.count': [{ about: 'what waits' }],
  'report.get': [
    {
      about: "the claimant's report of the owner",
      input: ({ openReport }) => ({ id: openReport }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'report.take': [
    {
      about: "the claimant's report of the owner",
      input: ({ openReport }) => ({ id: openReport }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'report.giveBack': [
    { about: 'one that they have not taken', input: ({ openReport }) => ({ id: openReport }) },
    { about: 'one that the admin has taken', input: ({ taken }) => ({ id: taken }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'report.decide': [
    {
      about: 'one that they have not taken',
      input: ({ openReport }) => ({ id: openReport, kind: 'dismiss' }),
    },
    {
      about: 'one that the admin has taken',
      input: ({ taken }) => ({ id: taken, kind: 'warn', reason: 'Because of that.' }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, kind: 'dismiss' }) },
  ],
};
