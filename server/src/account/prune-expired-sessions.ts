import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** Removes sessions, mailed tokens and pending addresses whose time is over, and used-up tokens. [U7] */
export async function pruneExpiredSessions({ db }: Services): Promise<void> {
  await db.drizzle.execute(sql`delete from auth.session where expires_at < now()`);
  await db.drizzle.execute(sql`delete from auth.verification where expires_at < now()`);
  await db.drizzle.execute(sql`delete from auth.email_change where expires_at < now()`);
  await db.drizzle.execute(sql`delete from auth.one_time_code where expires_at < now()`);
  // A used token that comes again later is unknown, and refused all the same.
  await db.drizzle.execute(
    sql`delete from auth.refresh_token where replaced_at < now() - interval '7 days'`,
  );
  await db.drizzle.execute(sql`delete from auth.email_undo where expires_at < now()`);
}
