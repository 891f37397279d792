import { and, eq, type SQL } from 'drizzle-orm';
import { pushSubscriptions } from '../db/schema/notification.ts';
/*
 * A member reads and marks their own notifications, and nobody else's: to others they do not exist,
 * staff included. Super admins see of each email whose it is, of which type and what became of it,
 * never its text; that is logged.
 *
 * The link in an email shows which emails its member gets and switches them, without a session. It
 * shows nothing else, and works until the member ends all links. The address of a calendar feed shows
 * the titles, areas and times of the jobs that its member posted, holds or did, until they end it.
 * The address of a member's own calendar is encrypted and shown to nobody again; of what it holds only
 * the busy times are kept. They warn their member before a claim and choose which jobs they hear of.
 */

/** What links in emails, and the addresses of calendars, are encrypted for. */
export const MAILED_SETTINGS = 'notification settings';
export const CALENDAR_FEED = 'calendar feed';
export const BUSY_CALENDAR = 'busy calendar';

/** Inserts the change that other tabs and devices of member `$1` hear of, if `marked` has any row. */
export const TELL_MARKED = `INSERT INTO change_events (table_name, op, row_id, audience)
  SELECT 'notifications', 'update', $1::uuid, ARRAY[$1::uuid]
  WHERE EXISTS (SELECT FROM marked WHERE in_bell)`;

/** Of a member's own devices those that meet a condition, as a WHERE. */
export const ownDevices = (memberId: string, condition: SQL) =>
  and(eq(pushSubscriptions.member_id, memberId), condition);
