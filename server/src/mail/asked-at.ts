import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/**
 * When a mailbox is asked to confirm an address that somebody enters now: null without a mail
 * server. Addresses that were never asked are not removed for staying unconfirmed. [X1]
 */
export const askedAt = ({ env }: Pick<Services, 'env'>): SQL | null =>
  env.smtpUrl ? sql`clock_timestamp()` : null;
