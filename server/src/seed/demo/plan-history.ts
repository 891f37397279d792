import type { jobEvents } from '../../db/schema/job-event.ts';
import { DISPUTE_NOTES } from './occasions.ts';
import { type JobsPlan, type PlannedClaim, type PlannedJob, SHOWN } from './plan-jobs.ts';

export type PlannedEvent = typeof jobEvents.$inferInsert & { created_at: Date };
type Happening = Pick<PlannedEvent, 'action' | 'created_at'> &
  Partial<Pick<PlannedEvent, 'actor_role' | 'reason'>>;

const MINUTE = 60_000;
const later = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE);

/** The history of the planned jobs, as the product would have recorded it. */
export function planHistory({ jobs, claims }: JobsPlan): PlannedEvent[] {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  // Disputed ones are completed twice, and the printed owner would read two equal notifications.
  const undisputed = new Set(jobs.slice(0, SHOWN));
  return [
    ...claims.flatMap((claim, n) => {
      const job = jobOf.get(claim.job_id) as PlannedJob;
      const reason = undisputed.has(job) ? null : DISPUTE_NOTES[n % DISPUTE_NOTES.length];
      return happeningsOf(claim, job, reason ?? null).map((event) => ({
        job_id: job.id,
        claim_id: claim.id,
        ...by(event.actor_role ?? 'sitter', job, claim),
        ...event,
      }));
    }),
    ...jobs.flatMap((job) => endOf(job, claims)),
  ];
}

function by(
  actor_role: PlannedEvent['actor_role'],
  job: PlannedJob,
  claim: PlannedClaim,
): Pick<PlannedEvent, 'actor_role' | 'actor_id'> {
  if (actor_role === 'owner') return { actor_role, actor_id: job.owner_id };
  return { actor_role, actor_id: actor_role === 'sitter' ? claim.sitter_id : null };
}

/** With a reason, a claim that awaits its confirmation was disputed before. */
function happeningsOf(claim: PlannedClaim, job: PlannedJob, reason: string | null): Happening[] {
  const { started_at, completed_at, confirmed_at, ended_at, end_reason, ended_by } = claim;
  const happenings: Happening[] = [];
  if (started_at) happenings.push({ action: 'start', created_at: started_at });
  if (completed_at) {
    if (!confirmed_at && reason) {
      happenings.push(
        { action: 'complete', created_at: later(completed_at, -50) },
        { action: 'dispute', created_at: later(completed_at, -20), actor_role: 'owner', reason },
      );
    }
    happenings.push({ action: 'complete', created_at: completed_at });
  }
  if (confirmed_at) {
    happenings.push({ action: 'confirm', created_at: confirmed_at, actor_role: 'owner' });
  }
  if (ended_at && end_reason === 'released') {
    happenings.push({
      action: 'release',
      created_at: ended_at,
      actor_role: ended_by === job.owner_id ? 'owner' : 'sitter',
      reason: claim.end_note ?? null,
    });
  }
  return happenings;
}

/** The end of a cancelled job, with its claim if it had one. */
function endOf(job: PlannedJob, claims: PlannedClaim[]): PlannedEvent[] {
  if (job.cancel_code === 'expired') {
    const created_at = later(job.end_date, 1);
    return [{ job_id: job.id, action: 'expire', actor_role: 'system', created_at }];
  }
  if (job.cancel_code !== 'by_owner') return [];
  const held = claims.find((claim) => claim.job_id === job.id && claim.end_reason === 'cancelled');
  return [
    {
      job_id: job.id,
      claim_id: held?.id ?? null,
      action: 'cancel',
      actor_role: 'owner',
      actor_id: job.owner_id,
      reason: job.cancel_reason ?? null,
      created_at: held?.ended_at ?? later(job.created_at, 26 * 60),
    },
  ];
}
