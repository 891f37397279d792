import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const reason = 'Something is missing before it.';

export const rows: FeatureRows<'reading'> = {
  'reading.ask': [
    {
      about: 'for a report that the admin has taken',
      input: ({ taken }) => ({ report_id: taken, reason }),
    },
    {
      about: 'for a report of a chat that the admin has taken',
      input: ({ chatReport }) => ({ report_id: chatReport, reason }),
    },
    {
      about: 'for a report that nobody has taken',
      input: ({ openReport }) => ({ report_id: openReport, reason }),
    },
    { about: 'for an unknown report', input: () => ({ report_id: UNKNOWN_ID, reason }) },
  ],
  'reading.decide': [
    {
      about: 'what the admin asked for',
      input: ({ askedReading }) => ({ id: askedReading, allow: false }),
    },
    { about: 'what is decided', input: ({ reading }) => ({ id: reading, allow: true }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, allow: true }) },
  ],
  'reading.listMessages': [
    { about: 'the thread of the claimant', input: ({ reading }) => ({ id: reading }) },
    {
      about: 'one that nobody has agreed to',
      input: ({ askedReading }) => ({ id: askedReading }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'reading.listMine': [{ about: 'their own' }],
};
