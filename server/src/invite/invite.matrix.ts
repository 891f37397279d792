import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const decide = (decision: 'granted' | 'refused') => ({ decision, reason: 'Because of that.' });

export const rows: FeatureRows<'invite'> = {
  'invite.getMine': [
    { about: 'their own' },
    { about: "the owner's", input: ({ owner }) => ({ created_by: owner.id }) },
  ],
  'invite.generate': [{ about: 'their own' }],
  'invite.replace': [{ about: 'their own' }],
  'invite.getTree': [{ about: 'their own' }],
  'invite.requestMore': [
    { about: 'their own', input: () => ({ message: 'My sister waits.' }) },
    { about: 'without a word', input: () => ({ message: '' }) },
  ],
  'invite.findMyRequest': [{ about: 'their own' }],
  'invite.listRequests': [
    { about: 'all' },
    { about: 'those that wait', input: () => ({ status: 'pending' }) },
  ],
  'invite.decideRequest': [
    {
      about: "granting the owner's",
      input: ({ invite_request }) => ({ id: invite_request, ...decide('granted') }),
    },
    {
      about: "refusing the owner's",
      input: ({ invite_request }) => ({ id: invite_request, ...decide('refused') }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, ...decide('refused') }) },
  ],
  'invite.disable': [
    { about: "the owner's code", input: ({ code }) => ({ code, reason: 'It was posted.' }) },
    {
      about: 'a used code',
      input: ({ usedCode }) => ({ code: usedCode, reason: 'It was posted.' }),
    },
    {
      about: 'an unknown code',
      input: () => ({ code: 'ZZZZ-ZZZZ-ZZZZ', reason: 'It was posted.' }),
    },
  ],
  'invite.check': [
    { harmless: true, about: "the owner's code", input: ({ code }) => ({ code }) },
    { harmless: true, about: 'an unknown code', input: () => ({ code: 'ZZZZ-ZZZZ-ZZZZ' }) },
  ],
};
