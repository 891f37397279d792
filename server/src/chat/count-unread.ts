import type { MemberContext } from '../access/context.ts';
import { MY_CLAIMS, MY_CONVERSATIONS, MY_REQUESTS, unreadOf } from './my-threads.ts';
import { DIRECT, JOB } from './threads.ts';

/** Not counted beyond this. */
const REQUESTS_MOST = 100;

/** Each thread of `$1` with unread messages; `job_id` only for the thread of a current claim. */
const COUNT = `
  SELECT claim.id AS claim_id, CASE WHEN claim.is_current THEN claim.job_id END AS job_id,
    NULL::uuid AS member_id, counted.unread, 0 AS requests
  FROM ${MY_CLAIMS} claim
  CROSS JOIN LATERAL (SELECT ${unreadOf(JOB, 'claim.id')} AS unread OFFSET 0) counted
  WHERE counted.unread > 0
  UNION ALL
  SELECT NULL, NULL, conversation.partner_id, counted.unread, 0
  FROM ${MY_CONVERSATIONS} conversation
  CROSS JOIN LATERAL (SELECT ${unreadOf(DIRECT, 'conversation.id')} AS unread OFFSET 0) counted
  WHERE counted.unread > 0
  UNION ALL
  SELECT NULL, NULL, NULL, 0, count(*)::int
  FROM (SELECT FROM ${MY_REQUESTS} request LIMIT ${REQUESTS_MOST}) waiting`;

type Row = {
  claim_id: string | null;
  job_id: string | null;
  member_id: string | null;
  unread: number;
  requests: number;
};

/**
 * The caller's unread messages: in total, by claim, by current job and by member; and the
 * requests. [M3] [P7]
 */
export async function countUnreadMessages({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const rows = await services.db.prepared<Row>('chat-count-unread', COUNT, [actor.id]);
  const by = (column: 'claim_id' | 'job_id' | 'member_id') =>
    Object.fromEntries(
      rows.flatMap((row) => (row[column] === null ? [] : [[row[column], row.unread]])),
    );
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    by_claim: by('claim_id'),
    by_job: by('job_id'),
    by_member: by('member_id'),
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
  };
}
