import { and, eq, type SQL } from 'drizzle-orm';
import { pushSubscriptions } from '../db/schema/notification.ts';

/*
 * Members read and mark only their own notifications: for others, including staff, they do not
 * exist. Super admins see each email's recipient, type and outcome, never its text; that is logged.
 *
 * The link in an email shows and changes its member's email settings, without a session. It shows
 * nothing else, and works until the member revokes all links. The address of a calendar feed shows
 * the titles, areas and times of the jobs that its member posted, holds or completed, until they
 * remove it. The address of a member's own calendar is encrypted and never shown again; of its
 * contents only the busy times are stored. They are used to warn the member before a claim and to
 * choose which new jobs they are notified of.
 */

/** The encryption purposes of links in emails, and of calendar addresses. */
export const MAILED_SETTINGS = 'notification settings';
export const CALENDAR_FEED = 'calendar feed';
export const BUSY_CALENDAR = 'busy calendar';

/** The condition for an unread notification of member `$1`. */
export const OWN_UNREAD = 'member_id = $1 AND read_at IS NULL';

/** A member's own devices that meet a condition, as a WHERE. */
export const ownDevices = (memberId: string, condition: SQL | undefined) =>
  and(eq(pushSubscriptions.member_id, memberId), condition);
