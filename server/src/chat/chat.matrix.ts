import { randomUUID } from 'node:crypto';
import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Scene } from '../testing/matrix/scene.ts';

const ofThreads = (input: (job_id: string) => unknown, harmless?: true): [Case, ...Case[]] => {
  const of = (about: string, pick: (scene: Scene) => string): Case => ({
    about,
    input: (scene) => input(pick(scene)),
    ...(harmless ? { harmless } : {}),
  });
  return [
    of('a job that the claimant holds and the former sitter released', ({ job }) => job),
    of('a job in progress', ({ underWay }) => underWay),
    of('a completed job', ({ done }) => done),
    of('an open job', ({ open }) => open),
    of('an unknown job', () => UNKNOWN_ID),
  ];
};

const hello = () => ({ content: 'Hello', client_id: randomUUID() });

export const rows: FeatureRows<'chat'> = {
  'chat.listThreads': [
    { about: 'their own' },
    { about: 'their requests', input: () => ({ box: 'requests' }) },
    { about: 'with a word of the title', input: () => ({ search: 'Insulin' }) },
  ],
  'chat.getThread': [
    { about: 'of owner and claimant', input: ({ conversation }) => ({ id: conversation }) },
    { about: 'of the claim', input: ({ claim }) => ({ id: claim }) },
    {
      about: 'of the claim that was released',
      input: ({ earlierClaim }) => ({ id: earlierClaim }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'chat.listJobMessages': [
    ...ofThreads((job_id) => ({ job_id })),
    {
      about: 'of the claim that was released',
      input: ({ job, earlierClaim }) => ({ job_id: job, claim_id: earlierClaim }),
    },
    {
      about: 'of a claim on another job',
      input: ({ underWay, claim }) => ({ job_id: underWay, claim_id: claim }),
    },
  ],
  'chat.countUnread': [{ about: 'their own' }],
  'chat.markRead': ofThreads((job_id) => ({ job_id }), true),
  'chat.sendJobMessage': [
    ...ofThreads((job_id) => ({ job_id, content: 'Hello', client_id: randomUUID() })),
    {
      about: "in the claimant's name",
      input: ({ job, claimant }) => ({
        job_id: job,
        content: 'Hello',
        client_id: randomUUID(),
        sender_id: claimant.id,
      }),
    },
  ],
  'chat.listConversations': [
    { about: 'their own' },
    {
      about: 'that of owner and claimant',
      input: ({ owner, claimant }) => ({ participant_1: owner.id, participant_2: claimant.id }),
    },
  ],
  'chat.createConversation': [
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
  'chat.listDirectMessages': [
    {
      about: 'of owner and claimant',
      input: ({ conversation }) => ({ conversation_id: conversation }),
    },
    { about: 'with the claimant', input: ({ claimant }) => ({ member_id: claimant.id }) },
    { about: 'with the owner', input: ({ owner }) => ({ member_id: owner.id }) },
    {
      about: 'of the former sitter and the owner, not accepted',
      input: ({ request }) => ({ conversation_id: request }),
    },
    { about: 'with the suspended member', input: ({ suspended }) => ({ member_id: suspended.id }) },
    { about: 'with nobody known', input: () => ({ member_id: UNKNOWN_ID }) },
    { about: 'of an unknown conversation', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
  'chat.sendDirectMessage': [
    {
      about: 'to owner and claimant',
      input: ({ conversation }) => ({ conversation_id: conversation, ...hello() }),
    },
    { about: 'to the owner', input: ({ owner }) => ({ member_id: owner.id, ...hello() }) },
    { about: 'to the stranger', input: ({ stranger }) => ({ member_id: stranger.id, ...hello() }) },
    {
      about: 'to the suspended',
      input: ({ suspended }) => ({ member_id: suspended.id, ...hello() }),
    },
    { about: 'to nobody known', input: () => ({ member_id: UNKNOWN_ID, ...hello() }) },
    {
      about: "in the owner's name",
      input: ({ conversation, owner }) => ({
        conversation_id: conversation,
        sender_id: owner.id,
        ...hello(),
      }),
    },
  ],
  'chat.acceptRequest': [
    {
      about: 'of the former sitter to the owner',
      input: ({ request }) => ({ conversation_id: request }),
    },
    {
      about: 'of owner and claimant, who talk',
      input: ({ conversation }) => ({ conversation_id: conversation }),
    },
    { about: 'an unknown one', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
  'chat.declineRequest': [
    {
      about: 'of the former sitter to the owner',
      input: ({ request }) => ({ conversation_id: request }),
    },
    {
      about: 'of owner and claimant, who talk',
      input: ({ conversation }) => ({ conversation_id: conversation }),
    },
    { about: 'an unknown one', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
  'chat.markDirectRead': [
    {
      about: 'of owner and claimant',
      input: ({ conversation }) => ({ conversation_id: conversation }),
    },
    {
      harmless: true,
      about: 'with the claimant',
      input: ({ claimant }) => ({ member_id: claimant.id }),
    },
    { about: 'an unknown one', input: () => ({ conversation_id: UNKNOWN_ID }) },
  ],
};
