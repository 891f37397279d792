import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';

/**
 * Lets what is kept by address alone follow a member to another one: it goes with the account, and
 * nobody who gets the former address later finds it. [U8] [X1]
 */
export async function moveAddress(
  tx: Queries,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const table of [newsletterSubscriptions, waitlistEntries]) {
    const isFormer = sql`lower(${table.email}) = lower(${from})`;
    // The new address may have its own, which stays.
    const { rowCount } = await tx.execute(
      sql`SELECT FROM ${table} WHERE lower(${table.email}) = lower(${to})`,
    );
    if (rowCount) await tx.delete(table).where(isFormer);
    else await tx.update(table).set({ email: to }).where(isFormer);
  }
}
