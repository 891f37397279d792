import type { privacy } from '@kindpal/contract/privacy/contract';
import { type NotedView, VIEW_QUOTE_MAX } from '@kindpal/contract/privacy/schema';
import type { MemberCall } from '../access/call.ts';
import { isPresentFor } from '../block/policy.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberName } from '../member/member-card.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { STAFF_VIEWER } from './policy.ts';

/** How the member's own request or review begins, or why a chat of theirs was read. */
const ABOUT = `CASE seen.kind
  WHEN 'request' THEN coalesce(
    (SELECT message FROM feedback WHERE id = seen.target_id AND user_id = seen.subject_id),
    (SELECT message FROM invite_requests WHERE id = seen.target_id AND user_id = seen.subject_id))
  WHEN 'review' THEN
    (SELECT text FROM reviews WHERE id = seen.target_id AND reviewer_id = seen.subject_id)
  WHEN 'chat' THEN (SELECT reason FROM chat_readings WHERE id = seen.target_id) END`;

const VIEWS = `SELECT seen.id, seen.kind, seen.viewer_role, seen.viewed_at,
    CASE WHEN seen.viewer_role <> 'staff' THEN (SELECT ${memberName('viewer')} FROM users viewer
      WHERE viewer.id = seen.viewer_id AND ${isPresentFor('viewer', '$1::uuid')}) END AS viewer,
    ${STAFF_VIEWER} AS staff,
    (SELECT json_build_object('id', job.id, 'title', job.title)
     FROM jobs job WHERE job.id = seen.job_id AND job.owner_id = seen.subject_id) AS job,
    nullif(left(${ABOUT}, ${VIEW_QUOTE_MAX}), '') AS about
  FROM data_views seen`;

/** The views of the caller's data, newest first. */
export async function listViews({ input, context }: MemberCall<typeof privacy.listViews>) {
  const rows = await context.services.db.jsonRows<NotedView>(
    pageStatement({
      name: 'data-views',
      select: VIEWS,
      given: [context.actor.id],
      where: [{ name: '', text: 'seen.subject_id = $1' }],
      order: newest('seen.viewed_at', 'seen.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  return pageOf(rows, input.limit, ({ viewed_at, id }) => ({ created_at: viewed_at, id }));
}
