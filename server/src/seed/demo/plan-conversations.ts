import type { conversationMessages, conversations } from '../../db/schema/conversation.ts';
import type { Random } from '../random.ts';
import { SCRIPTS, type Script } from './direct-chats.ts';
import type { PlannedMember } from './plan-members.ts';

type ConversationRow = typeof conversations.$inferInsert & { id: string };
type PlannedMessage = typeof conversationMessages.$inferInsert & { created_at: Date };
export type ConversationsPlan = {
  conversations: ConversationRow[];
  messages: PlannedMessage[];
  /** Who has read their conversation to the end. */
  readers: { conversation_id: string; member_id: string }[];
};
type Setting = { random: Random; now: Date; members: PlannedMember[] };

const MINUTE = 60_000;

/** The direct messages of members, oldest first. [M2] */
export function planConversations(setting: Setting): ConversationsPlan {
  const plan: ConversationsPlan = { conversations: [], messages: [], readers: [] };
  for (const script of SCRIPTS) {
    const pair = script.between.map((name) => idOf(name, setting.members)) as [string, string];
    const [participant_1, participant_2] = [...pair].sort() as [string, string];
    const messages = speak(script, pair, setting);
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const conversation_id = first.conversation_id;
    plan.conversations.push({
      id: conversation_id,
      participant_1,
      participant_2,
      created_at: first.created_at,
      begun_by: first.sender_id,
      accepted_at: script.isRequest ? null : first.created_at,
    });
    plan.messages.push(...messages);
    for (const member_id of pair) {
      if (!script.isNew || member_id === last.sender_id) {
        plan.readers.push({ conversation_id, member_id });
      }
    }
  }
  plan.messages.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return plan;
}

function idOf(name: string, members: PlannedMember[]): string {
  const member = members.find((one) => one.name === name);
  if (!member) throw new Error(`${name} is not a member of the demo`);
  return member.id;
}

function speak(script: Script, pair: [string, string], { random, now }: Setting): PlannedMessage[] {
  const conversation_id = random.uuid();
  const length = script.lines.reduce((sum, [, minutes]) => sum + minutes, 0);
  let at = now.getTime() - script.hoursAgo * 60 * MINUTE - length * MINUTE;
  return script.lines.map(([speaker, minutes, content]) => {
    at += minutes * MINUTE;
    return {
      id: random.uuid(),
      conversation_id,
      sender_id: pair[speaker],
      client_id: random.uuid(),
      content,
      created_at: new Date(at),
    };
  });
}
