import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './feedback.samples.ts';

export const rows: FeatureRows<'feedback', Own> = {
  'feedback.send': [
    {
      about: 'of their own',
      harmless: true,
      input: () => ({ message: 'Where is my code?' }),
    },
    {
      about: "in the owner's name",
      input: ({ owner }) => ({ message: 'Where is my code?', user_id: owner.id }),
    },
    {
      about: 'about a job of the owner',
      input: ({ job }) => ({
        message: 'The sitter is late.',
        job_id: job,
        topic: 'no_answer',
      }),
    },
  ],
  'feedback.listMine': [{ about: 'their own' }],
  'feedback.list': [
    { about: 'all' },
    { about: 'a search', input: () => ({ search: 'Words of the plea' }) },
    { about: 'open ones', input: () => ({ status: 'open' }) },
    { about: 'what is overdue', input: () => ({ overdue: 'true' }) },
    { about: 'what is urgent', input: () => ({ urgent: 'true' }) },
  ],
  'feedback.get': [
    { about: "the owner's", input: ({ plea }) => ({ id: plea }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'feedback.count': [{ about: 'what waits' }],
  'feedback.update': [
    { about: 'closing it', input: ({ plea }) => ({ id: plea, version: 1, status: 'closed' }) },
    {
      about: 'answering it',
      input: ({ plea }) => ({ id: plea, version: 1, admin_response: 'It is on its way.' }),
    },
    {
      about: 'upon a version that is gone',
      input: ({ plea }) => ({ id: plea, version: 0, status: 'closed' }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, version: 1, status: 'closed' }) },
  ],
};
