import { unseal } from '../access/seal.ts';
import type { Services } from '../services.ts';

export const RESET_ADDRESS = 'reset address';

/**
 * Mails a reset link, if the address is a member's. It runs apart from the request, which therefore
 * takes as long for an unknown address as for a known one. [U4]
 */
export async function sendResetLink(
  services: Services,
  { sealed }: { sealed: string },
): Promise<void> {
  const email = unseal(services.secret, RESET_ADDRESS, sealed);
  if (email) await services.auth.api.requestPasswordReset({ body: { email } });
}
