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
    of('a job under way', ({ underWay }) => underWay),
    of('a completed job', ({ done }) => done),
    of('an open job', ({ open }) => open),
    of('an unknown job', () => UNKNOWN_ID),
  ];
};

export const rows: FeatureRows<'chat'> = {
  'chat.listJobMessages': ofThreads((job_id) => ({ job_id })),
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
};
