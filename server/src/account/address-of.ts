import { eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';

/** The email address of an account; undefined where there is none. */
export async function addressOf(queries: Queries, userId: string): Promise<string | undefined> {
  const [account] = await queries
    .select({ email: authUser.email })
    .from(authUser)
    .where(eq(authUser.id, userId));
  return account?.email;
}
