import type { notification } from '@kindpal/contract/notification/contract';
import { targetOfPath } from '@kindpal/contract/notification/target';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { OWN_UNREAD } from '../policy.ts';
import { INSERT_MARKED_EVENT, lockUnread } from '../queries.ts';
import { countUnreadNotifications } from './list-notifications.ts';

/** How many rows one statement marks: a member may have a great many. */
const AT_ONCE = 2_000;

/**
 * Marks some of the unread notifications of member `$1` as read at `$2`, and returns their number.
 */
const markStatement = (select: (own: string) => string) => `
  WITH chosen AS (${select(`SELECT id FROM notifications WHERE ${OWN_UNREAD}`)} LIMIT ${AT_ONCE}),
  unread AS (${lockUnread('SELECT id FROM chosen')}),
  marked AS (
    UPDATE notifications SET read_at = $2 FROM unread WHERE notifications.id = unread.id
    RETURNING in_bell),
  told AS (${INSERT_MARKED_EVENT})
  SELECT count(*)::int AS marked FROM marked`;

const MARK = {
  one: markStatement((own) => `${own} AND id = $3`),
  all: markStatement((own) => `${own} AND in_bell`),
  // Each half has an index; see the schema for why those of new jobs are found by their job.
  about: markStatement(
    (own) => `SELECT id FROM (
      ${own} AND subject_id = $3 AND type = ANY ($4) AND type <> 'new_jobs.fits'
      UNION ALL
      ${own} AND job_id = $3 AND type = 'new_jobs.fits' AND type = ANY ($4)) about`,
  ),
};

/** Marks the caller's notifications; others' are never read. */
async function mark({ services, actor }: MemberContext, which: keyof typeof MARK, more: unknown[]) {
  const values = [actor.id, services.clock.now(), ...more];
  for (let marked = AT_ONCE; marked === AT_ONCE; ) {
    const [row] = await services.db.prepared<{ marked: number }>(
      `notifications-mark-${which}`,
      MARK[which],
      values,
    );
    marked = row?.marked ?? 0;
  }
  return {};
}

/** Marks one notification; for somebody else's the answer is the same. */
export function markNotificationRead({ input, context }: MemberCall<typeof notification.markRead>) {
  return mark(context, 'one', [input.id]);
}

export function markAllNotificationsRead({ context }: { context: MemberContext }) {
  return mark(context, 'all', []);
}

/** Marks notifications that link to the caller's current page, and counts what stays unread. */
export async function markNotificationsVisited({
  input,
  context,
}: MemberCall<typeof notification.markVisited>) {
  const target = targetOfPath(input.path);
  if (target) await mark(context, 'about', [target.subject_id ?? context.actor.id, target.types]);
  return countUnreadNotifications({ context });
}
