import { decrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';

const SUSPENDED = `SELECT FROM auth."user" account JOIN users member ON member.id = account.id
  WHERE lower(account.email) = lower($1) AND member.suspended_at IS NOT NULL`;

export const RESET_ADDRESS = 'reset address';

/**
 * Mails a reset link, if the address is that of a member who is not suspended. It runs apart from the request, which therefore
 * takes as long for an unknown address as for a known one. [U4]
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
  return (await db.pool.query(SUSPENDED, [email])).rows.length > 0;
}
