import type { ActivityAction, ActivityTarget } from '@kindpal/contract/staff/activity';
import type { Queries } from '../../db/client.ts';
import { adminActivityLogs } from '../../db/schema/staff.ts';

/** An action of a staff member. */
export type RecordedActivity = {
  admin_id: string;
  action: ActivityAction;
  target_type: ActivityTarget;
  target_id?: string;
  details?: Record<string, unknown>;
};

/** Writes to the append-only activity log, in the transaction of what it records. [S3] */
export async function recordActivity(tx: Queries, activity: RecordedActivity): Promise<void> {
  await tx.insert(adminActivityLogs).values(activity);
}
