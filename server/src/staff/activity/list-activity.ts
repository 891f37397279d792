import {
  type Activity,
  type ActivityFilter,
  NAMED_TARGETS,
} from '@kindpal/contract/staff/activity';
import type { staff } from '@kindpal/contract/staff/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import type { Database } from '../../db/client.ts';
import { type Condition, newest, pageStatement } from '../../db/page-statement.ts';
import { users } from '../../db/schema/member.ts';
import { userRoles } from '../../db/schema/staff.ts';
import { decodeCursor, type Key, keyValues, pageOf } from '../../transport/cursor.ts';
import { isShown, shownDetails } from './hidden-activity.ts';
import { recordView } from './record-view.ts';

/** The rows of an entry: its single target, or those of the list (older releases: `user_ids`). */
const TARGETS = `SELECT coalesce(json_agg(json_build_object('id', named.id, 'name', named.name)
      ORDER BY named.place), '[]')
    FROM (
      SELECT one.id, one.place, coalesce(member.full_name, job.title) AS name
      FROM (
        SELECT log.target_id AS id, 0 AS place WHERE log.target_id IS NOT NULL
        UNION ALL SELECT id::uuid, place
        FROM jsonb_array_elements_text(coalesce(shown.details -> 'ids', shown.details -> 'user_ids', '[]'))
          WITH ORDINALITY AS listed (id, place)
        LIMIT ${NAMED_TARGETS}) one
      LEFT JOIN users member ON log.target_type = 'user' AND member.id = one.id
      LEFT JOIN jobs job ON log.target_type = 'job' AND job.id = one.id) named`;

/** `$1` is the viewer. */
const ENTRY = `SELECT log.id, log.admin_id, admin.full_name AS admin_name, log.action,
    log.target_type, log.target_id, shown.details, log.created_at, (${TARGETS}) AS targets
  FROM admin_activity_logs log LEFT JOIN users admin ON admin.id = log.admin_id
  CROSS JOIN LATERAL (SELECT ${shownDetails('$1::uuid')} AS details) shown`;

const ABOUT = `(log.target_id = ?::uuid
  OR (log.details @> jsonb_build_object('ids', jsonb_build_array(?::text))
    AND shown.details -> 'ids' @> jsonb_build_array(?::text))
  OR log.details @> jsonb_build_object('user_ids', jsonb_build_array(?::text)))`;

/** Otherwise reading the log would fill it: it is one entry per hour, however many views. */
const ANY_VIEW = '00000000-0000-4000-8000-000000000000';

/** What staff did and viewed, newest first, without what the caller may not know of. [S3] */
export async function listActivity({ input, context }: MemberCall<typeof staff.listActivity>) {
  const { services, actor } = context;
  const after = decodeCursor(input.cursor);
  await recordView(context, {
    action: 'activity_read',
    target_type: 'activity',
    target_id: actor.id,
    view_id: ANY_VIEW,
  });
  const page = { viewer: actor.id, after, limit: input.limit + 1 };
  const rows = await listActivityRows(services.db, input, page);
  return pageOf(rows, input.limit, (row) => row);
}

/**
 * Log entries by filter, as a viewer may see them. Each shape has its own plan, because the log is
 * large.
 */
export async function listActivityRows(
  db: Database,
  filter: ActivityFilter,
  { viewer, after, limit }: { viewer: string; after: Key | null; limit: number },
): Promise<Activity[]> {
  return db.jsonRows<Activity>(
    pageStatement({
      name: 'activity',
      select: ENTRY,
      given: [viewer],
      where: [{ name: '', text: isShown('$1::uuid') }, ...conditionsOf(filter)],
      order: newest('log.created_at', 'log.id'),
      after: keyValues(after),
      limit,
      isPlannedAnew: true,
    }),
  );
}

function conditionsOf({ admin_id, action, target_id, from, until }: ActivityFilter): Condition[] {
  const conditions: Condition[] = [
    { name: 'admin', text: 'log.admin_id = ?', value: admin_id },
    { name: 'action', text: 'log.action = ?', value: action },
    { name: 'target', text: ABOUT, value: target_id },
    { name: 'from', text: 'log.created_at >= ?', value: from },
    { name: 'until', text: 'log.created_at < ?', value: until },
  ];
  return conditions.filter(({ value }) => value !== undefined);
}

/** Members who have or had a role, by name: nobody else has entries. */
export function listActivityStaff({ context }: { context: MemberContext }) {
  return context.services.db.drizzle
    .select({ id: users.id, full_name: users.full_name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.user_id))
    .orderBy(users.full_name, users.id);
}
