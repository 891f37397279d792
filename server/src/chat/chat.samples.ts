import type { CallAll } from '../testing/plans/call-all.ts';

export const callAll: CallAll = ({ as, who, people }) => [
  () => as.chat.createConversation({ participant_1: who.id, participant_2: people.admin.id }),
];
