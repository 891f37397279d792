import { SECURITY_EVENT_DAYS } from '@kindpal/contract/security/schema';
import { lt, sql } from 'drizzle-orm';
import { securityEvent } from '../db/schema/security.ts';
import type { Services } from '../services.ts';

const KEPT = sql.raw(`interval '${SECURITY_EVENT_DAYS} days'`);

/** Removes security events older than members are shown. [U6] */
export async function pruneSecurityEvents({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await db.drizzle
    .delete(securityEvent)
    .where(lt(securityEvent.createdAt, sql`${clock.now()}::timestamptz - ${KEPT}`));
}
