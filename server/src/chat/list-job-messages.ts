import type { chat } from '@kindpal/contract/chat/contract';
import {
  ACTOR_COLUMNS,
  type ActorColumns,
  actorCte,
  actorOf,
  type Credential,
  FROM_ACTOR,
} from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { invalidField } from '../wire/refusal.ts';
import { JOB_EXISTS, OWN_THREAD } from './policy.ts';
import { MESSAGE_COLUMNS, type MessageRow, presentMessage, refuseThread } from './thread.ts';

type Row = ActorColumns & {
  job_exists: boolean;
  thread_id: string | null;
  seq: number;
} & MessageRow;

/** The limit stands in the text: as a parameter it would have the statement planned at every call. */
const statement = (by: Credential['by'], limit: number) => `WITH ${actorCte(by)}, ${OWN_THREAD}
  SELECT ${ACTOR_COLUMNS}, ${JOB_EXISTS} AS job_exists, thread.claim_id AS thread_id, found.*
  FROM ${FROM_ACTOR} LEFT JOIN thread ON true LEFT JOIN LATERAL (
    SELECT message.seq, ${MESSAGE_COLUMNS}
    FROM messages message JOIN users sender ON sender.id = message.sender_id
    WHERE message.claim_id = thread.claim_id AND message.seq < $3
    ORDER BY message.seq DESC LIMIT ${limit}) found ON true
  ORDER BY found.seq`;

/** The newest page of the thread, oldest first; `before` is the cursor of the page above. [M1] */
export async function listJobMessages({ input, context }: OpenCall<typeof chat.listJobMessages>) {
  const { credential, services } = context;
  if (!credential) throw refuseThread({ actor: null, job_exists: false });
  const { by, value } = credential;
  const limit = input.limit + 1;
  const found = await services.db.jsonRows<Row>({
    name: `chat-${by}-${limit}`,
    text: statement(by, limit),
    values: [value, input.job_id, seqOf(input.before)],
  });
  const [one] = found;
  if (!one?.thread_id)
    throw refuseThread({ actor: actorOf(one), job_exists: one?.job_exists ?? false });
  // An empty thread still brings one row, for the actor.
  const rows = found.filter((row) => row.id !== null);
  const page = rows.length > input.limit ? rows.slice(1) : rows;
  const first = page[0];
  return {
    items: page.map(presentMessage),
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
