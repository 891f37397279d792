import type { Services } from '../services.ts';
import { TEAM } from '../staff/policy.ts';
import { countFreeBytes } from '../staff/system/health.ts';

const FREE_BYTES_LEAST = 1_000_000_000;

/** Whether tasks failed permanently in the last day, or a due one has waited for 15 minutes. */
const IS_UNWELL = `SELECT EXISTS (SELECT FROM graphile_worker.jobs WHERE locked_at IS NULL AND (
    (attempts >= max_attempts AND updated_at > now() - interval '1 day')
    OR (attempts < max_attempts AND run_at < now() - interval '15 minutes'))) AS is_unwell`;

const INSERT_NOTIFICATIONS = `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
  SELECT staff.user_id, 'staff.health', $1::text, staff.user_id, $2::timestamptz
  FROM ${TEAM} staff WHERE staff.role = 'super_admin'
  ON CONFLICT (member_id, type, event_key) DO NOTHING`;

/**
 * Notifies super admins at most once a day when tasks failed permanently or are late, or the disk
 * is nearly full. [S4]
 */
export async function watchHealth(services: Services): Promise<void> {
  const { db, clock } = services;
  const [queue] = await db.prepared<{ is_unwell: boolean }>('watch-queue', IS_UNWELL, []);
  const free = await countFreeBytes(services);
  if (!queue?.is_unwell && (free === null || free >= FREE_BYTES_LEAST)) return;
  const now = clock.now();
  await db.prepared('tell-health', INSERT_NOTIFICATIONS, [now.toISOString().slice(0, 10), now]);
}
