import type { chat } from '@kindpal/contract/chat/contract';
import { actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { refusal } from '../wire/refusal.ts';
import { ownThread } from './policy.ts';
import {
  cursorAt,
  MESSAGE_COLUMNS,
  type MessageRow,
  presentMessage,
  refuseThread,
  seqOf,
} from './thread.ts';

type Row = MessageRow & { claim_id: string; can_write: boolean; seq: number };

/** The limit stands in the text: as a parameter it would have the statement planned at every call. */
const statement = ({ by, limit, claim }: { by: Credential['by']; limit: number; claim?: string }) =>
  `WITH ${actorCte(by)}, ${ownThread(claim)}
  SELECT thread.claim_id, thread.can_write, found.* FROM thread LEFT JOIN LATERAL (
    SELECT message.seq, ${MESSAGE_COLUMNS}
    FROM messages message JOIN users sender ON sender.id = message.sender_id
    WHERE message.claim_id = thread.claim_id AND message.seq < $3
    ORDER BY message.seq DESC LIMIT ${limit}) found ON true
  ORDER BY found.seq`;

/** The newest page of a thread, oldest first; `before` is the cursor of the page above. [M1] */
export async function listJobMessages({ input, context }: OpenCall<typeof chat.listJobMessages>) {
  const { credential, services } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  const { by, value } = credential;
  const limit = input.limit + 1;
  const values = [value, input.job_id, seqOf(input.before)];
  const found = await services.db.jsonRows<Row>(
    input.claim_id
      ? {
          name: `chat-of-claim-${by}-${limit}`,
          text: statement({ by, limit, claim: '$4' }),
          values: [...values, input.claim_id],
        }
      : { name: `chat-${by}-${limit}`, text: statement({ by, limit }), values },
  );
  const [one] = found;
  if (!one) throw await refuseThread(services.db, credential, input.job_id);
  const thread = { job_id: input.job_id, claim_id: one.claim_id };
  // An empty thread still brings one row.
  const rows = found.filter((row) => row.id !== null);
  const page = rows.length > input.limit ? rows.slice(1) : rows;
  const first = page[0];
  return {
    items: page.map((row) => presentMessage(row, thread)),
    can: { write: one.can_write },
    previous_cursor: rows.length > input.limit && first ? cursorAt(first.seq) : null,
  };
}
