import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';

/**
 * The triggers have created notifications for the planned history. Older ones are marked as read
 * and emailed; emails of the last day are sent in the demo's first minute.
 */
export async function settleNotifications(tx: Queries, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`UPDATE notifications
    SET mail_state = 'sent', mailed_at = created_at + interval '1 minute', mail_due_at = NULL
    WHERE mail_state = 'queued' AND created_at < ${at}::timestamptz - interval '1 day'`);
  await tx.execute(sql`UPDATE notifications SET read_at = created_at + interval '40 minutes'
    WHERE created_at < ${at}::timestamptz - interval '3 days'`);
}
