import type { job } from '@kindpal/contract/job/contract';
import type { JobEvent } from '@kindpal/contract/job/history';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberName } from '../member/member-card.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { SEES_EVENT } from './policy.ts';
import { presentJobEvent } from './present.ts';
import { findJob } from './queries.ts';

const named = (alias: string) => `CASE WHEN ${alias}.id IS NOT NULL THEN
  ${memberName(alias)} END AS ${alias}`;

/**
 * Posting and claiming are read from the rows themselves, everything else is recorded as it
 * happens.
 */
const EVENTS = `SELECT event.id, event.action, event.created_at, event.actor_role, event.claim_id,
    event.reason, ${named('actor')}, ${named('sitter')}
  FROM (
    SELECT id, 'post' AS action, created_at, 'owner' AS actor_role, owner_id AS actor_id,
      NULL::uuid AS claim_id, NULL AS reason
    FROM jobs WHERE id = $1
    UNION ALL
    SELECT id, 'claim', claimed_at, 'sitter', sitter_id, id, NULL FROM job_claims WHERE job_id = $1
    UNION ALL
    SELECT id, action, created_at, actor_role, actor_id, claim_id, reason
    FROM job_events WHERE job_id = $1) event
  JOIN jobs job ON job.id = $1
  LEFT JOIN job_claims claim ON claim.id = event.claim_id
  LEFT JOIN users sitter ON sitter.id = claim.sitter_id
  LEFT JOIN users actor ON actor.id = event.actor_id AND event.actor_role IN ('owner', 'sitter')`;

/**
 * A page of a job's history, newest first. Throws NOT_FOUND for a job that the caller may not
 * see. [J6] [J9]
 */
export async function listJobEvents({ input, context }: MemberCall<typeof job.listEvents>) {
  const { services, actor } = context;
  const found = await findJob(services.db, context.credential, input.job_id);
  if (!found) throw notFound();
  const rows = await services.db.jsonRows<JobEvent>(
    pageStatement({
      name: 'job-events',
      select: EVENTS,
      given: [input.job_id],
      where: [{ name: '', text: SEES_EVENT, value: actor.id }],
      order: newest('event.created_at', 'event.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map((row) => presentJobEvent(row, found.job, actor)), next_cursor };
}
