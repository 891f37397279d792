import { and, isNull, lt, sql } from 'drizzle-orm';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import type { Services } from '../services.ts';

type Pruning = Pick<Services, 'db' | 'clock' | 'env'>;

/** Longer than the mailed links are valid. */
const KEPT = sql.raw(`interval '30 days'`);

/**
 * Removes addresses that somebody entered for the newsletter or the waitlist and whose mailbox
 * never confirmed, although it was asked by email: they may be anybody's, and no account's deletion
 * removes them. Without a mail server, nobody is asked and nobody can confirm, and all stay. [X1]
 */
export async function pruneGuessedAddresses({ db, clock, env }: Pruning) {
  if (!env.smtpUrl) return;
  for (const table of [newsletterSubscriptions, waitlistEntries]) {
    await db.drizzle
      .delete(table)
      .where(
        and(
          isNull(table.confirmed_at),
          lt(table.asked_at, sql`${clock.now()}::timestamptz - ${KEPT}`),
        ),
      );
  }
}
