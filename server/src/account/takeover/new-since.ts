import type { Services } from '../../services.ts';
import { UNDO_HOURS } from './email-undo.ts';

/**
 * Ways to sign in that were added after this moment only sign in: a stolen session may have added
 * them, and the member has as long to answer the email as for a changed address. [U10]
 */
export const newSince = ({ clock }: Pick<Services, 'clock'>): Date =>
  new Date(clock.now().getTime() - UNDO_HOURS * 3_600_000);
