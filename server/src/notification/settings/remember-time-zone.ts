import type { IncomingMessage } from 'node:http';
import { isTimeZone } from '@kindpal/contract/time/zone';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/** The browser's time zone; pages send it with every call. */
const ZONE_HEADER = 'x-kindpal-zone';
const LONGEST = 60;

/**
 * Stores the time zone of a page whose member signs in or whose session is extended, unless one is
 * known: without it there are no quiet hours, and digests are sent at 8:00 UTC. A later choice of
 * the member replaces it. [U3]
 */
export async function rememberTimeZone(
  db: Database,
  { headers }: Pick<IncomingMessage, 'headers'>,
  memberId: string,
): Promise<void> {
  const zone = headers[ZONE_HEADER];
  if (typeof zone !== 'string' || zone.length > LONGEST || !isTimeZone(zone)) return;
  // Some browsers send UTC because they do not know their time zone.
  if (zone === 'UTC') return;
  await db.drizzle.execute(sql`
    INSERT INTO notification_settings (member_id, time_zone)
    SELECT member.id, ${zone} FROM users member
    LEFT JOIN notification_settings own ON own.member_id = member.id
    WHERE member.id = ${memberId} AND own.time_zone IS NULL
      AND member.availability_data ->> 'timeZone' IS NULL
    ON CONFLICT (member_id) DO UPDATE SET time_zone = excluded.time_zone
      WHERE notification_settings.time_zone IS NULL`);
}
