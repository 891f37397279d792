import type { chat } from '@kindpal/contract/chat/contract';
import type { Message } from '@kindpal/contract/chat/schema';
import { type Actor, actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { invalidField } from '../wire/refusal.ts';
import { OWN_THREAD, THREAD_REFUSAL } from './policy.ts';
import { MESSAGE_COLUMNS, refuseThread } from './thread.ts';

type Row = Message & { seq: number };
type Found = {
  actor: Actor | null;
  job_exists: boolean;
  claim_id: string | null;
  rows: Row[] | null;
};

const statement = (by: Credential['by']) => `WITH ${actorCte(by)}, ${OWN_THREAD}
  SELECT ${THREAD_REFUSAL}, (SELECT claim_id FROM thread) AS claim_id,
    (SELECT json_agg(rows ORDER BY rows.seq) FROM (
      SELECT message.seq, ${MESSAGE_COLUMNS}
      FROM messages message JOIN users sender ON sender.id = message.sender_id
      WHERE message.claim_id = (SELECT claim_id FROM thread) AND message.seq < $3
      ORDER BY message.seq DESC LIMIT $4) rows) AS rows`;
const LIST = { token: statement('token'), session: statement('session') };

/** The newest page of the thread, oldest first; `before` is the cursor of the page above. [M1] */
export async function listJobMessages({ input, context }: OpenCall<typeof chat.listJobMessages>) {
  const { credential, services } = context;
  if (!credential) throw refuseThread({ actor: null, job_exists: false });
  const [found] = await services.db.prepared<Found>(`chat-${credential.by}`, LIST[credential.by], [
    credential.value,
    input.job_id,
    seqOf(input.before),
    input.limit + 1,
  ]);
  if (!found?.claim_id) throw refuseThread(found ?? { actor: null, job_exists: false });
  const rows = found.rows ?? [];
  const page = rows.length > input.limit ? rows.slice(1) : rows;
  const first = page[0];
  return {
    items: page.map(({ seq: _, ...message }) => message),
    previous_cursor: rows.length > input.limit && first ? first.seq.toString(36) : null,
  };
}

function seqOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const seq = Number.parseInt(cursor, 36);
  if (!/^[0-9a-z]{1,11}$/.test(cursor) || !Number.isSafeInteger(seq)) {
    throw invalidField('before', 'These messages cannot be found any more');
  }
  return seq;
}
