import { randomUUID } from 'node:crypto';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

/** A conversation of the owner with everybody, a tenth of them requests. */
export const fillTables: FillTables = ({ owner }) => `
  WITH opened AS (
    INSERT INTO conversations (participant_1, participant_2, begun_by, accepted_at)
    SELECT least(id, '${owner}'), greatest(id, '${owner}'), id,
      CASE WHEN row_number() OVER (ORDER BY id) % 10 > 0 THEN now() END
    FROM users WHERE id <> '${owner}' RETURNING id, begun_by)
  INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
    SELECT id, begun_by, gen_random_uuid(), 'Is Miso free? ' || n FROM opened, generate_series(1, 3) n;
  INSERT INTO conversation_reads (conversation_id, member_id, last_seq)
    SELECT id, participant_1, 0 FROM conversations;
  INSERT INTO thread_reads (claim_id, member_id, last_seq) SELECT id, sitter_id, 0 FROM job_claims`;

export const callAll: CallAll = async ({ as, who, people, mine, idOf }) => {
  const conversation_id = await idOf(
    `SELECT id FROM conversations WHERE '${people.owner.id}' IN (participant_1, participant_2)
     AND accepted_at IS NOT NULL ORDER BY id LIMIT 1`,
  );
  const thread = await idOf(
    `SELECT id FROM job_claims WHERE job_id = '${mine}' ORDER BY claimed_at DESC LIMIT 1`,
  );
  const other = { member_id: people.admin.id };
  const job = { job_id: mine };
  const claim = { ...job, claim_id: thread };
  const message = { content: 'Hello!', client_id: randomUUID() };
  const next = () => ({ ...message, client_id: randomUUID() });
  return [
    () => as.chat.createConversation({ participant_1: who.id, participant_2: people.admin.id }),
    () => as.chat.countUnread(),
    () => as.chat.listThreads({ limit: 20 }),
    () => as.chat.listThreads({ limit: 20, box: 'requests' }),
    () => as.chat.getThread({ id: thread }),
    () => as.chat.getThread({ id: conversation_id }),
    () => as.chat.listConversations({ limit: 20 }),
    () => as.chat.listConversations({ participant_1: who.id, participant_2: people.admin.id }),
    () => as.chat.listJobMessages({ ...job, limit: 50 }),
    () => as.chat.listJobMessages({ ...claim, limit: 50 }),
    () => as.chat.listDirectMessages({ ...other, limit: 50 }),
    () => as.chat.listDirectMessages({ conversation_id, limit: 50 }),
    () => as.chat.markRead(job),
    () => as.chat.markRead(claim),
    () => as.chat.markDirectRead(other),
    () => as.chat.markDirectRead({ conversation_id }),
    () => as.chat.sendJobMessage({ ...job, ...message }),
    // Again with the same `client_id`, it reads the first one.
    () => as.chat.sendJobMessage({ ...job, ...message }),
    () => as.chat.sendJobMessage({ ...claim, ...next() }),
    () => as.chat.sendDirectMessage({ ...other, ...next() }),
    () => as.chat.sendDirectMessage({ conversation_id, ...next() }),
  ];
};
