import { randomUUID } from 'node:crypto';
import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const hello = () => ({ content: 'Hello', client_id: randomUUID() });

export const rows: FeatureRows<'conversation'> = {
  'conversation.list': [
    { about: 'their own' },
    {
      about: 'that of owner and claimant',
      input: ({ owner, claimant }) => ({ participant_1: owner.id, participant_2: claimant.id }),
    },
  ],
  'conversation.create': [
    {
      about: 'of owner and stranger',
      input: ({ owner, stranger }) => ({ participant_1: owner.id, participant_2: stranger.id }),
    },
    {
      about: 'of owner and claimant, again',
      input: ({ owner, claimant }) => ({ participant_1: owner.id, participant_2: claimant.id }),
    },
    {
      about: 'of the owner and the suspended member',
      input: ({ owner, suspended }) => ({ participant_1: owner.id, participant_2: suspended.id }),
    },
  ],
  'conversation.listMessages': [
    { about: 'of owner and claimant', input: ({ talk }) => ({ conversation_id: talk }) },
    { about: 'with the claimant', input: ({ claimant }) => ({ member_id: claimant.id }) },
    { about: 'with the suspended member', input: ({ suspended }) => ({ member_id: suspended.id }) },
    { about: 'with nobody known', input: () => ({ member_id: UNKNOWN_ID }) },
    { about: 'of an unknown conversation', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
  'conversation.sendMessage': [
    {
      about: 'to owner and claimant',
      input: ({ talk }) => ({ conversation_id: talk, ...hello() }),
    },
    { about: 'to the stranger', input: ({ stranger }) => ({ member_id: stranger.id, ...hello() }) },
    {
      about: 'to the suspended',
      input: ({ suspended }) => ({ member_id: suspended.id, ...hello() }),
    },
    { about: 'to nobody known', input: () => ({ member_id: UNKNOWN_ID, ...hello() }) },
    {
      about: "in the owner's name",
      input: ({ talk, owner }) => ({ conversation_id: talk, sender_id: owner.id, ...hello() }),
    },
  ],
  'conversation.markRead': [
    { about: 'of owner and claimant', input: ({ talk }) => ({ conversation_id: talk }) },
    { about: 'with the claimant', input: ({ claimant }) => ({ member_id: claimant.id }) },
    { about: 'an unknown one', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
};
