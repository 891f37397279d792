import type { notificationSettingsChangeSchema } from '@kindpal/contract/notification/schema';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../db/client.ts';
import { notificationSettings } from '../db/schema/notification.ts';

/**
 * The time zone of `member` (users) with their `settings`: chosen, of their calendar, of the
 * notification's job (`job`), or of the last job they posted; null for a member without any of
 * these.
 */
export const KNOWN_TIME_ZONE = `coalesce(settings.time_zone,
  member.availability_data ->> 'timeZone', job.time_zone,
  (SELECT last.time_zone FROM jobs last WHERE last.owner_id = member.id
   ORDER BY last.created_at DESC LIMIT 1))`;

/** A `member` (users) with what `KNOWN_TIME_ZONE` needs, without a job. */
export const RECIPIENT_SOURCES = `FROM users member
  LEFT JOIN notification_settings settings ON settings.member_id = member.id
  LEFT JOIN jobs job ON false`;

/** A member's time zone, for an email with a time; null until one is known. */
export async function findTimeZone(queries: Queries, memberId: string): Promise<string | null> {
  const { rows } = await queries.execute(sql`SELECT ${sql.raw(KNOWN_TIME_ZONE)} AS time_zone
    ${sql.raw(RECIPIENT_SOURCES)} WHERE member.id = ${memberId}`);
  return z.array(z.object({ time_zone: z.string().nullable() })).parse(rows)[0]?.time_zone ?? null;
}

/**
 * Locks those of the notifications `ids` that are still unread. Whatever changes several locks them
 * in the order of their ids: in the order of different plans, two would deadlock.
 */
export const lockUnread = (ids: string) => `SELECT id FROM notifications
  WHERE id IN (${ids}) AND read_at IS NULL ORDER BY id FOR NO KEY UPDATE`;

/** Inserts a change event for other tabs and devices of member `$1`, if `marked` has any row. */
export const INSERT_MARKED_EVENT = `INSERT INTO change_events (table_name, op, row_id, audience)
  SELECT 'notifications', 'update', $1::uuid, ARRAY[$1::uuid]
  WHERE EXISTS (SELECT FROM marked WHERE in_bell)`;

/**
 * The columns for a text of `notification`; over `job`, `actor` (users), `member` and `settings`.
 */
export const TEXT_COLUMNS = `notification.id, notification.type, notification.created_at,
  notification.read_at, notification.job_id, notification.claim_id, notification.actor_id,
  notification.job_title, actor.full_name AS actor_name, job.owner_id = notification.member_id AS is_owner,
  coalesce(job.cancel_code = 'taken_down', false) AS is_taken_down,
  notification.type IN ('jobs.completed', 'jobs.disputed') AND EXISTS (SELECT FROM job_events earlier
    WHERE earlier.claim_id = notification.claim_id AND earlier.action = 'dispute'
      AND earlier.created_at < notification.created_at) AS is_again,
  job.start_date, job.end_date, ${KNOWN_TIME_ZONE} AS time_zone`;

/** Their joins, after `notification`. */
export const TEXT_SOURCES = `JOIN users member ON member.id = notification.member_id
  LEFT JOIN notification_settings settings ON settings.member_id = notification.member_id
  LEFT JOIN jobs job ON job.id = notification.job_id
  LEFT JOIN users actor ON actor.id = notification.actor_id`;

export type SettingsRow = typeof notificationSettings.$inferSelect;

/** A member's preferences, or null for one who never set any. */
export async function findSettings(
  queries: Queries,
  memberId: string,
): Promise<SettingsRow | null> {
  const [row] = await queries
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.member_id, memberId));
  return row ?? null;
}

/**
 * The preferences of several members, by member, with the ids used in links in their emails; none
 * of those who have left.
 */
export async function getSettingsOf(
  queries: Queries,
  memberIds: string[],
): Promise<Map<string, SettingsRow>> {
  // Sorted: two tasks that write rows of the same members must not wait for each other.
  const ids = [...new Set(memberIds)].sort();
  const of = () =>
    queries.select().from(notificationSettings).where(inArray(notificationSettings.member_id, ids));
  let rows = await of();
  if (rows.length < ids.length) {
    const known = new Set(rows.map(({ member_id }) => member_id));
    const missing = sql.param(ids.filter((id) => !known.has(id)));
    await queries.execute(sql`INSERT INTO notification_settings (member_id)
      SELECT id FROM users WHERE id = ANY (${missing}::uuid[]) AND erased_at IS NULL ORDER BY id
      ON CONFLICT DO NOTHING`);
    rows = await of();
  }
  return new Map(rows.map((row) => [row.member_id, row]));
}

/** The id used in links in a member's emails; created with the first email. */
export async function getLinkId(queries: Queries, memberId: string): Promise<string> {
  const settings = await findSettings(queries, memberId);
  if (settings) return settings.link_id;
  // Of two concurrent first emails, the later one finds the other’s row.
  const [row] = await queries
    .insert(notificationSettings)
    .values({ member_id: memberId })
    .onConflictDoUpdate({
      target: notificationSettings.member_id,
      set: { member_id: sql`excluded.member_id` },
    })
    .returning({ link_id: notificationSettings.link_id });
  if (!row) throw new Error('settings were not written');
  return row.link_id;
}

type Change = z.infer<typeof notificationSettingsChangeSchema>;
type Stored = Partial<Omit<SettingsRow, 'member_id'>>;

const DAY_MS = 86_400_000;

/** A change of preferences as stored in the table. */
export function storedChange(change: Change, now: Date): Stored {
  const { quiet_hours, pause_days, new_jobs, ...plain } = change;
  return {
    ...plain,
    ...new_jobs,
    ...(quiet_hours !== undefined && {
      quiet_from: quiet_hours?.from ?? null,
      quiet_to: quiet_hours?.to ?? null,
    }),
    ...(pause_days !== undefined && {
      paused_until: pause_days === 0 ? null : new Date(now.getTime() + pause_days * DAY_MS),
    }),
  };
}

/**
 * The choices of single types after a change, for a SET. Switching a group removes the earlier
 * choices for its types. `email_off` contains the groups that are off from now on.
 */
export function typesAfter(change: { email_off?: string[] | SQL; email_types?: object }): SQL {
  const { email_off: before, email_types: chosen } = notificationSettings;
  const after = Array.isArray(change.email_off)
    ? sql`${sql.param(change.email_off)}::text[]`
    : change.email_off;
  const group = sql`split_part(type, '.', 1)`;
  const kept = after
    ? sql`coalesce((SELECT jsonb_object_agg(type, is_on) FROM jsonb_each(${chosen}) own (type, is_on)
        WHERE (${group} = ANY (${before})) = (${group} = ANY (${after}))), '{}')`
    : chosen;
  return sql`${kept} || ${JSON.stringify(change.email_types ?? {})}::jsonb`;
}

/** Writes a change of one member's preferences and gives all of them. */
export async function writeSettings(
  queries: Queries,
  memberId: string,
  change: Stored,
): Promise<SettingsRow> {
  const [row] = await queries
    .insert(notificationSettings)
    .values({ member_id: memberId, ...change })
    .onConflictDoUpdate({
      target: notificationSettings.member_id,
      set: {
        member_id: sql`excluded.member_id`,
        ...change,
        ...((change.email_off || change.email_types) && { email_types: typesAfter(change) }),
      },
    })
    .returning();
  if (!row) throw new Error('settings were not written');
  return row;
}
