import { and, eq, getTableName, isNotNull, isNull, sql } from 'drizzle-orm';
import { isUniqueViolation, type Queries } from '../../db/client.ts';
import { newsletterSubscriptions } from '../../db/schema/newsletter.ts';
import { notificationSettings } from '../../db/schema/notification.ts';
import { waitlistEntries } from '../../db/schema/waitlist.ts';
import type { LockedAccount } from '../policy.ts';

/**
 * Moves newsletter subscriptions and waitlist entries, which refer to an address and not to a
 * member, to the member's new address. Otherwise a later owner of the former address would have
 * them, and deleting the account would not remove them. The links in emails to the former address,
 * which change what is emailed and never expire, stop working. An unconfirmed row may be somebody's
 * guess. At the former address it stays: staff would see whether it is a member's address, and the
 * new one. At the new address it makes room for the member's own. Nothing at a former address that
 * the account never confirmed is its own. [U8] [X1] [U1]
 */
export async function moveAddress(tx: Queries, account: LockedAccount, to: string): Promise<void> {
  await tx
    .update(notificationSettings)
    .set({ link_id: sql`gen_random_uuid()` })
    .where(eq(notificationSettings.member_id, account.id));
  if (account.hasToConfirm) return;
  const moves = [
    // The newsletter's links name the row itself.
    { table: newsletterSubscriptions, renamed: { id: sql`gen_random_uuid()` } },
    { table: waitlistEntries, renamed: {} },
  ];
  for (const { table, renamed } of moves) {
    const isFormer = and(
      sql`lower(${table.email}) = lower(${account.email})`,
      isNotNull(table.confirmed_at),
    );
    const own = await tx.select({ id: table.id }).from(table).where(isFormer);
    if (own.length === 0) continue;
    const isAtNew = sql`lower(${table.email}) = lower(${to})`;
    const move = async () => {
      await tx.delete(table).where(and(isAtNew, isNull(table.confirmed_at)));
      // A confirmed row that the new address already has stays unchanged.
      const { rowCount } = await tx.execute(sql`SELECT FROM ${table} WHERE ${isAtNew}`);
      if (rowCount) await tx.delete(table).where(isFormer);
      else {
        const change = { email: to, ...renamed };
        // In a savepoint, because a failed statement ends the transaction.
        await tx.transaction((step) => step.update(table).set(change).where(isFormer));
      }
    };
    // Somebody may enter the new address after the look.
    await move().catch((error) => {
      if (!isUniqueViolation(error, `${getTableName(table)}_email_unique`)) throw error;
      return move();
    });
  }
}
