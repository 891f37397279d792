import { findObstacle } from '@kindpal/contract/availability/obstacle';
import { EMPTY_AVAILABILITY } from '@kindpal/contract/availability/rules';
import type { ClaimWarning, ClaimWarningCode } from '@kindpal/contract/claim/schema';
import { actorCte, type Credential, perCredential } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { MAY_CLAIM } from '../job/policy.ts';
import { readAvailability } from '../member/availability/availability.ts';
import { isBusyDuring } from '../notification/calendar/busy-times.ts';
import { refusal } from '../transport/refusal.ts';

type Row = {
  start_date: string;
  end_date: string;
  time_zone: string;
  availability_enabled: boolean;
  availability_data: unknown;
  busy: boolean;
  overlapping: ClaimWarning['jobs'];
};

/**
 * No rows for a job that the caller may not claim, so that its times are not revealed, and for an
 * exact double booking, which can't be confirmed.
 */
const statement = (by: Credential['by']) => `WITH ${actorCte(by)}
  SELECT job.start_date, job.end_date, job.time_zone, member.availability_enabled,
    member.availability_data, ${isBusyDuring('member.id', 'job')} AS busy,
    (SELECT coalesce(json_agg(json_build_object('id', held.id, 'title', held.title,
        'start_date', held.start_date, 'end_date', held.end_date, 'time_zone', held.time_zone)
        ORDER BY held.start_date), '[]')
     FROM job_claims claim JOIN jobs held ON held.id = claim.job_id
     WHERE claim.sitter_id = member.id AND claim.ended_at IS NULL
       AND claim.start_date < job.end_date AND claim.end_date > job.start_date) AS overlapping
  FROM actor JOIN users member ON member.id = actor.id CROSS JOIN jobs job
  WHERE job.id = $2 AND ${MAY_CLAIM} AND NOT EXISTS (
    SELECT FROM job_claims twin WHERE twin.sitter_id = member.id AND twin.ended_at IS NULL
      AND (twin.start_date, twin.end_date) = (job.start_date, job.end_date))`;

const WARNINGS = perCredential(statement);

/**
 * Conflicts of this claim with the caller's own calendar: their availability, their busy times,
 * then jobs that they hold at that time. [J5]
 */
async function findClaimWarnings(
  db: Database,
  { by, value }: Credential,
  { job_id, now }: { job_id: string; now: Date },
): Promise<ClaimWarning[]> {
  const [row] = await db.jsonRows<Row>({
    name: `claim-warnings-${by}`,
    text: WARNINGS[by],
    values: [value, job_id, now],
  });
  if (!row) return [];
  const obstacle = findObstacle(
    {
      enabled: row.availability_enabled,
      data: readAvailability(row.availability_data, now) ?? EMPTY_AVAILABILITY,
    },
    { start: new Date(row.start_date), end: new Date(row.end_date), timeZone: row.time_zone },
  );
  return [
    ...(obstacle ? [{ code: obstacle, jobs: [] }] : []),
    ...(row.busy ? [{ code: 'busy' as const, jobs: [] }] : []),
    ...(row.overlapping.length > 0 ? [{ code: 'overlap' as const, jobs: row.overlapping }] : []),
  ];
}

/** Throws CLAIM_NEEDS_CONFIRMATION with all warnings if one of them is not accepted. [J5] */
export async function refuseUnconfirmed(
  db: Database,
  credential: Credential,
  claim: { job_id: string; now: Date; accepted: ClaimWarningCode[] },
): Promise<void> {
  const warnings = await findClaimWarnings(db, credential, claim);
  if (warnings.some(({ code }) => !claim.accepted.includes(code))) {
    throw refusal('CLAIM_NEEDS_CONFIRMATION', { warnings });
  }
}
