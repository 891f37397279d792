import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const question = 'What happened?';

export const rows: FeatureRows<'hearing'> = {
  'hearing.ask': [
    {
      about: 'the one who reported what the admin has taken',
      input: ({ taken }) => ({ report_id: taken, side: 'reporter', question }),
    },
    {
      about: 'the owner',
      input: ({ taken }) => ({ report_id: taken, side: 'member', question }),
    },
    {
      about: 'about a report that nobody has taken',
      input: ({ openReport }) => ({ report_id: openReport, side: 'member', question }),
    },
    {
      about: 'about an unknown report',
      input: () => ({ report_id: UNKNOWN_ID, side: 'member', question }),
    },
  ],
  'hearing.listMine': [{ about: 'their own' }],
  'hearing.answer': [
    {
      about: 'what the owner is asked',
      input: ({ hearing }) => ({ id: hearing, answer: 'This.' }),
    },
    { about: 'an unknown question', input: () => ({ id: UNKNOWN_ID, answer: 'This.' }) },
  ],
};
