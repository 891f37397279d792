import { lt, sql } from 'drizzle-orm';
import {
  authSession,
  authVerification,
  emailChange,
  emailUndo,
  oneTimeCode,
  refreshToken,
} from '../db/schema/account.ts';
import type { Services } from '../services.ts';

/** Removes sessions, mailed tokens and pending addresses whose time is over, and used-up tokens. [U7] */
export async function pruneExpiredSessions({ db: { drizzle } }: Services): Promise<void> {
  for (const table of [authSession, authVerification, emailChange, emailUndo, oneTimeCode]) {
    await drizzle.delete(table).where(lt(table.expiresAt, sql`now()`));
  }
  // A used token that comes again later is unknown, and refused all the same.
  const aWeekAgo = sql`now() - interval '7 days'`;
  await drizzle.delete(refreshToken).where(lt(refreshToken.replacedAt, aWeekAgo));
}
