import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { decrypt } from '../access/encrypt.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import type { Services } from '../services.ts';

export const RESET_ADDRESS = 'reset address';

/**
 * Mails a reset link, if the address is that of a member who is not suspended. It runs apart from the
 * request, which therefore takes as long for an unknown address as for a known one. [U4]
 */
export async function sendResetLink(
  services: Services,
  { sealed }: { sealed: string },
): Promise<void> {
  const email = decrypt(services.secret, RESET_ADDRESS, sealed);
  if (!email || (await isSuspended(services, email))) return;
  await services.auth.api.requestPasswordReset({ body: { email } });
}

async function isSuspended({ db }: Services, email: string): Promise<boolean> {
  const isThis = sql`lower(${authUser.email}) = lower(${email})`;
  const rows = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(and(isThis, isNotNull(users.suspended_at)));
  return rows.length > 0;
}
