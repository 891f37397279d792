import { notificationTypeSchema } from '@kindpal/contract/notification/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_SECONDS } from '../account/auth.ts';
import { pruneExpiredSessions } from '../account/session/prune-expired-sessions.ts';
import { removeOrphanImages } from '../file/remove-orphan-images.ts';
import { keepNotifications } from '../notification/keep-notifications.ts';
import { pruneReports } from '../report/prune-reports.ts';
import { pruneSecurityEvents } from '../security/prune-security-events.ts';
import type { Services } from '../services.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { wipeJobAccess } from '../vault/wipe-access.ts';

let kindpal: TestKindpal;
let member: TestMember;
let other: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  member = await createMember(kindpal.services.db);
  other = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

type Kept = {
  what: string;
  days: number;
  /** Stores one for member $1; $2 is another member. */
  store: string;
  /** Makes it older by `age` (SQL), as if that time had passed. */
  becomes: (age: string) => string;
  /** Finds it. */
  find: string;
  remove: (services: Services) => Promise<unknown>;
};

const PICTURE = '/storage/v1/object/public/profile-images/reported.webp';

/** How long the privacy page says that something is kept. */
const KEPT: Kept[] = [
  {
    what: 'what a member was notified of',
    days: 365,
    store: `INSERT INTO notifications (member_id, type, event_key, subject_id)
      VALUES ($1, '${notificationTypeSchema.options[0]}', 'once', $2)`,
    becomes: (age) => `UPDATE notifications SET created_at = now() - ${age}`,
    find: `SELECT FROM notifications WHERE event_key = 'once'`,
    remove: keepNotifications,
  },
  {
    what: 'what happened to an account',
    days: 90,
    store: `INSERT INTO auth.security_event (user_id, kind, ip_address, user_agent)
      SELECT $1::uuid, 'password_changed', '192.0.2.1', 'A browser' WHERE $2::uuid IS NOT NULL`,
    becomes: (age) => `UPDATE auth.security_event SET created_at = now() - ${age}`,
    find: `SELECT FROM auth.security_event WHERE ip_address = '192.0.2.1'`,
    remove: pruneSecurityEvents,
  },
  {
    what: 'a device that did not come back',
    days: 30,
    store: `UPDATE auth.session SET ip_address = '192.0.2.2'
      WHERE user_id = $1 AND $2::uuid IS NOT NULL`,
    // As a visit then would have extended it.
    becomes: (age) => `UPDATE auth.session SET expires_at =
      now() - ${age} + interval '${SESSION_SECONDS} seconds' WHERE ip_address = '192.0.2.2'`,
    find: `SELECT FROM auth.session WHERE ip_address = '192.0.2.2'`,
    remove: pruneExpiredSessions,
  },
  {
    what: 'who viewed the data of a member',
    days: 365,
    store: `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
      VALUES ($1, $2, 'sitter', 'address', now())`,
    becomes: (age) => `UPDATE data_views SET period = now() - ${age}`,
    find: 'SELECT FROM data_views',
    remove: wipeJobAccess,
  },
  {
    what: 'a reported picture after the decision',
    days: 730,
    store: `WITH kept AS (INSERT INTO files (path, owner_id, bytes)
        VALUES ('reported.webp', $1, 1) RETURNING path)
      INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot,
        decided_at)
      SELECT $2, $1, 'picture', $1, 'fake', '{"picture": "${PICTURE}"}', now() FROM kept`,
    becomes: (age) => `WITH old AS (UPDATE files SET created_at = now() - ${age})
      UPDATE reports SET decided_at = now() - ${age}`,
    find: `SELECT FROM files WHERE path = 'reported.webp' AND removed_at IS NULL`,
    async remove(services) {
      await pruneReports(services);
      await removeOrphanImages(services);
    },
  },
];

it.each(KEPT)('keeps $what for $days days and no longer [P6]', async (kept) => {
  const { services } = kindpal;
  const { pool } = services.db;
  const ageAndRemove = async (days: number) => {
    await pool.query(kept.becomes(`interval '${days} days'`));
    await kept.remove(services);
    return (await pool.query(kept.find)).rowCount;
  };
  await pool.query(kept.store, [member.id, other.id]);
  expect(await ageAndRemove(kept.days - 1)).toBe(1);
  // In a leap year, twelve months are a day more.
  expect(await ageAndRemove(kept.days + 2)).toBe(0);
});
