import type { Queries } from '../db/client.ts';
import { adminActivityLogs } from '../db/schema/staff.ts';

/** One thing that a member of the staff did or looked at. */
export type Activity = {
  admin_id: string;
  action: string;
  target_type: string;
  target_id?: string;
  details?: Record<string, unknown>;
};

/** Writes to the append-only activity log, in the transaction of what it records. [S3] */
export async function recordActivity(tx: Queries, activity: Activity): Promise<void> {
  await tx.insert(adminActivityLogs).values(activity);
}
