import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import { and, lte } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { hasToConfirm, isUnconfirmed } from './has-to-confirm.ts';

/**
 * The deadline for a newcomer to confirm their address; null when no mail server is set to
 * deliver the code. [U1]
 */
export function confirmBefore({ env, clock }: Pick<Services, 'env' | 'clock'>): Date | null {
  if (!env.smtpUrl) return null;
  return new Date(clock.now().getTime() + CONFIRM_DAYS * 86_400_000);
}

/** Throws EMAIL_NOT_CONFIRMED for a member who still has to confirm theirs. [U1] */
export async function requireConfirmedEmail(tx: Queries, userId: string): Promise<void> {
  if (await isUnconfirmed(tx, userId)) throw refusal('EMAIL_NOT_CONFIRMED');
}

/** Accounts whose deadline to confirm has passed. */
export const isOverdue = (now: Date) => and(hasToConfirm, lte(authUser.confirmBy, now));
