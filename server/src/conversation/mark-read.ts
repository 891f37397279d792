import type { conversation } from '@kindpal/contract/conversation/contract';
import type { MemberCall } from '../access/call.ts';
import { notFound } from '../wire/refusal.ts';
import { PARTNER, type Which, whichOf } from './policy.ts';

/** Over `$1` the reader and `$2` the conversation or the other member: how far it goes by now. */
const statement = (which: Which) => `WITH actor AS (SELECT $1::uuid AS id), ${PARTNER[which]},
  marked AS (
    INSERT INTO conversation_reads (conversation_id, member_id, last_seq)
    SELECT conversation_id, me, coalesce((SELECT max(seq) FROM conversation_messages message
      WHERE message.conversation_id = partner.conversation_id), 0)
    FROM partner WHERE conversation_id IS NOT NULL
    ON CONFLICT (conversation_id, member_id) DO UPDATE
      SET last_seq = excluded.last_seq WHERE conversation_reads.last_seq < excluded.last_seq)
  SELECT partner_id FROM partner`;

/** Marks one of the caller's conversations as read up to its newest message. [P7] */
export async function markRead({ input, context }: MemberCall<typeof conversation.markRead>) {
  const { services, actor } = context;
  const [which, id] = whichOf(input);
  const rows = await services.db.prepared(`talk-read-${which}`, statement(which), [actor.id, id]);
  if (rows.length === 0) throw notFound();
  return {};
}
