import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';

/**
 * Whether an account still has to confirm its address, as SQL on the row `account` of `auth.user`:
 * until then, the address may be somebody else's, and what belongs to it is not the account's.
 * Accounts from before, or of a community without a mail server, never have to. [U1]
 */
export const hasToConfirmIn = (account: string): string =>
  `(${account}.confirm_by IS NOT NULL AND NOT ${account}.email_verified)`;

/** The same as a condition on `auth.user`. [U1] */
export const hasToConfirm: SQL<boolean> = sql`${sql.raw(hasToConfirmIn('auth."user"'))}`;

/** Whether this member still has to confirm their address. [U1] */
export async function isUnconfirmed(tx: Queries, userId: string): Promise<boolean> {
  const [unproved] = await tx
    .select({ id: authUser.id })
    .from(authUser)
    .where(and(eq(authUser.id, userId), hasToConfirm));
  return unproved !== undefined;
}
