import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';

/**
 * The triggers have told everybody what the planned history brought. Of days ago it is read, and its
 * emails went out then; the emails of the last day are sent at the demo's first minute.
 */
export async function settleNotifications(tx: Queries, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`UPDATE notifications
    SET mail_state = 'sent', mailed_at = created_at + interval '1 minute', mail_due_at = NULL
    WHERE mail_state = 'queued' AND created_at < ${at}::timestamptz - interval '1 day'`);
  await tx.execute(sql`UPDATE notifications SET read_at = created_at + interval '40 minutes'
    WHERE created_at < ${at}::timestamptz - interval '3 days'`);
}
