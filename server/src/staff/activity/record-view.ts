import type { ActivityTarget, ReadAction } from '@kindpal/contract/staff/activity';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import type { MemberContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { noteViews } from '../../privacy/note-views.ts';
import { TAKEN_FOR } from '../../report/policy.ts';
import { readRoles } from '../users/lock-roles.ts';
import { VIEWED_SUBJECTS } from './viewed-subjects.ts';

/** The page view that a read belongs to; a page generates a new id each time it is opened. */
export const VIEW_HEADER = 'x-kindpal-view';

/** A row that was read, and the row that the log names for it, such as the member it is about. */
type Read = { target: string; what: string };

/**
 * What was shown: one row by id, with other rows that only its page shows, or the rows of a list;
 * `view_id` replaces the page's own.
 */
export type View = {
  action: ReadAction;
  target_type: ActivityTarget;
  view_id?: string;
  /**
   * Set where a call shows something else of these rows than the list that logs the same action.
   * One of the two must not hide the other.
   */
  shown?: 'whole' | 'beside';
} & ({ target_id: string; also?: string[] } | { ids: string[] } | { reads: Read[] });
type Seeing = Pick<MemberContext, 'services' | 'request'> & { actor: { id: string } };

/** How long reads of a page count as the same view. */
const VIEW_LASTS = '1 hour';

/** The targets of rows that this view has not shown yet; ordered, so that two can't deadlock. */
const NEW_TO_VIEW = `added AS (INSERT INTO staff_views (admin_id, view_id, action, target_id)
    SELECT $1, $6, $7, what FROM unnest($8::uuid[]) what GROUP BY what ORDER BY what
    ON CONFLICT (admin_id, view_id, action, target_id)
      DO UPDATE SET seen_at = clock_timestamp()
      WHERE staff_views.seen_at < clock_timestamp() - interval '${VIEW_LASTS}'
    RETURNING target_id AS what),
  shown AS (SELECT id FROM unnest($4::uuid[], $8::uuid[]) read (id, what) JOIN added USING (what)
    GROUP BY id ORDER BY id)`;
const ALL = 'shown AS (SELECT id FROM unnest($4::uuid[]) id GROUP BY id ORDER BY id)';

/**
 * Excludes what staff view of the two sides while they work on their report, because the view would
 * reveal the report. A chat that two of them read is always shown.
 */
const NOT_FOR_A_REPORT = `NOT EXISTS (SELECT FROM reports report
  WHERE report.assigned_to = $1 AND report.decided_at IS NULL
    AND report.assigned_at > now() - ${TAKEN_FOR}
    AND subjects.subject_id IN (report.member_id, report.reporter_id))`;

/** Records the view for the members concerned, in the statement that logs it. */
function notedFor(action: ReadAction): string {
  const subjects = VIEWED_SUBJECTS[action];
  if (!subjects) return '';
  const told = subjects.kind === 'chat' ? '' : `WHERE ${NOT_FOR_A_REPORT}`;
  return `, subjects (subject_id, job_id, target_id) AS (${subjects.from}),
    seen AS (SELECT subject_id, $1::uuid AS viewer_id, job_id, target_id FROM subjects ${told}),
    noted AS (${noteViews({ from: 'seen', role: 'staff', kind: subjects.kind })})`;
}

const statement = (shown: string, action: ReadAction) => `WITH ${shown}${notedFor(action)}
  INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details)
  SELECT $1, $2, $3, CASE WHEN $5 AND $3 <> 'activity' THEN (array_agg(id))[1] END,
    CASE WHEN $5 THEN '{}'::jsonb ELSE jsonb_build_object('ids', array_agg(id)) END
  FROM shown HAVING count(*) > 0`;

/**
 * Logs what staff are about to see, before it leaves the server: when the entry can't be written,
 * the read fails. Within one page view each row is logged once, so live refetches add only new
 * rows; a read without a view id is logged every time. [S3]
 */
export async function recordView(seeing: Seeing, view: View): Promise<void> {
  const reads = readsOf(view);
  if (reads.length === 0) return;
  const viewId = view.view_id ?? viewOf(seeing.request.headers[VIEW_HEADER]);
  const targets = reads.map(({ target }) => target);
  const values = [seeing.actor.id, view.action, view.target_type, targets, 'target_id' in view];
  const shown = view.shown ? `${view.action} ${view.shown}` : view.action;
  const rows = reads.map(({ what }) => what);
  const kind = VIEWED_SUBJECTS[view.action] ? `-${view.action}` : '';
  await seeing.services.db.prepared(
    `view-record${viewId ? '' : '-apart'}${kind}`,
    statement(viewId ? NEW_TO_VIEW : ALL, view.action),
    viewId ? [...values, viewId, shown, rows] : values,
  );
}

/** The view of one member's entry in the list of members. */
export const viewOfUser = (id: string): View => ({
  action: 'users_read',
  target_type: 'user',
  target_id: id,
});

/** The view of one job in its list. */
export const viewOfJob = (id: string): View => ({
  action: 'jobs_read',
  target_type: 'job',
  ids: [id],
});

/** The view of one member's photo and bio. */
export const viewOfProfile = (id: string): View => ({
  action: 'profiles_read',
  target_type: 'user',
  ids: [id],
});

/** The view of one review in its list. */
export const viewOfReview = (id: string): View => ({
  action: 'reviews_read',
  target_type: 'review',
  target_id: id,
});

/** The view of one report with its sides, as on its page. */
export const viewOfReport = (id: string): View => ({
  action: 'reports_read',
  target_type: 'report',
  target_id: id,
  shown: 'whole',
});

/** The view of one decision about a member, as in their panel. */
export const viewOfDecision = ({ id, member_id }: { id: string; member_id: string }): View => ({
  action: 'users_read',
  target_type: 'user',
  reads: [{ target: member_id, what: id }],
  shown: 'whole',
});

/** Refusals because of the caller or the input, which are the same for every target. */
const SAME_FOR_ALL = new Set([
  'INSUFFICIENT_AAL',
  'INVALID_INPUT',
  'REAUTHENTICATION_NEEDED',
  'UNAUTHORIZED',
]);

type Changing = Seeing & {
  /** The role that the change needs, if it is not admin. */
  role?: AppRole;
};

/**
 * Runs a change by staff in a transaction. If it is refused because of its target, such as
 * FORBIDDEN because of its role, the refusal shows the target's state, which is logged as this
 * view. The change must check the input and the caller before its target. [S3]
 */
export async function viewIfRefused<T>(
  seeing: Changing,
  view: View,
  change: (tx: Queries) => Promise<T>,
): Promise<T> {
  try {
    return await seeing.services.db.drizzle.transaction(change);
  } catch (error) {
    const isTelling = error instanceof ORPCError && tellsOf(error.code, view);
    if (isTelling && (await hasRole(seeing))) await recordView(seeing, view);
    throw error;
  }
}

/**
 * Whether a refusal tells the state of its target. A member who is not found may be suspended;
 * other rows do not exist for the caller, who has seen nothing of them.
 */
function tellsOf(code: string, { target_type }: View): boolean {
  return code === 'NOT_FOUND' ? target_type === 'user' : !SAME_FOR_ALL.has(code);
}

/** Without it, the caller has lost the role meanwhile, and was refused because of that. */
async function hasRole({ services, actor, role = 'admin' }: Changing): Promise<boolean> {
  const holderOf = await readRoles(services.db.drizzle, [actor.id]);
  return satisfiesRole(holderOf(actor.id).app_role, role);
}

/**
 * The rows that a page with `limit` rows reveals to staff, out of those read. In a search, its
 * cursor reveals that one more row has the words: letter by letter, that would be an address
 * without an entry.
 */
export function revealedBy<Row>(
  rows: Row[],
  { limit, search }: { limit: number; search?: string | undefined },
): Row[] {
  return rows.slice(0, search ? limit + 1 : limit);
}

function readsOf(view: View): Read[] {
  if ('reads' in view) return view.reads;
  if ('ids' in view) return view.ids.map((id) => ({ target: id, what: id }));
  const { target_id: target, also = [] } = view;
  return [target, ...also].map((what) => ({ target, what }));
}

function viewOf(header: string | string[] | undefined): string | null {
  const view = z.uuid().safeParse(header);
  return view.success ? view.data : null;
}
