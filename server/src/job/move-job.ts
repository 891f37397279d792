import type { JobAction, MoveAction } from '@kindpal/contract/job/actions';
import type { ActorRole } from '@kindpal/contract/job/history';
import { JOB_GRAPH, leadsTo, outcomeOf } from '@kindpal/contract/job/rules';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { jobEvents } from '../db/schema/job-event.ts';
import { offerToLine } from '../offer/offer-to-line.ts';
import { settleOffers } from '../offer/settle-offers.ts';
import { notFound } from '../transport/refusal.ts';
import { getJobDetail } from './get-job.ts';
import { type LockedJob, lockJob } from './lock-job.ts';
import { authorizeJob, relationToJob, requireShownClaim } from './policy.ts';
import { findJob } from './queries.ts';

type Move = {
  job_id: string;
  action: MoveAction;
  /** The claim that the caller was shown, null for none; any, if undefined. */
  claim_id?: string | null | undefined;
  reason?: string | undefined;
};

/**
 * Performs an action of the state graph: locks the job, asks the policy, writes job and claim.
 * [J6] [J9]
 */
export async function moveJob({ input, context }: { input: Move; context: MemberContext }) {
  const { services, actor } = context;
  const now = services.clock.now();
  // For a member who may not see the job, the refusal must not reveal that it exists.
  if (!(await findJob(services.db, context.credential, input.job_id))) throw notFound();
  if (isUndo(input.action)) await services.limiter.consume('undo_by_member', actor.id);
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const job = await lockJob(tx, input.job_id);
    if (!job) throw notFound();
    const relation = relationToJob(actor, job, job.claim);
    const allowed = authorizeJob(input.action, job, { relation, now });
    requireShownClaim(job, input.claim_id);
    await applyMove(tx, allowed, { action: input.action, by: actor.id, reason: input.reason, now });
  });
  if (JOB_GRAPH[input.action].to === 'open') await settleOffers(services, input.job_id);
  return getJobDetail(services, context.credential, input.job_id);
}

/** Whether the action takes back what the owner has already been told about. */
const isUndo = (action: MoveAction) => action === 'undo_start' || action === 'undo_complete';

/**
 * Every action except claiming, which has its own statement, and expiry, which the scheduler
 * does.
 */
type AppliedAction = Exclude<JobAction, 'claim' | 'expire'>;
/** `by` is null for the system. */
type Applied = { action: AppliedAction; by: string | null; reason?: string | undefined; now: Date };

/** Writes the changes of an allowed action, and records it in the history. [J9] */
export async function applyMove(
  tx: Queries,
  job: Authorized<LockedJob, AppliedAction>,
  { action, by, reason, now }: Applied,
): Promise<void> {
  const { endsClaim } = leadsTo(action, job.status);
  const outcome = outcomeOf(action, job, now.getTime());
  const isByMember = outcome.cancel_code !== null && outcome.cancel_code !== 'expired';
  const reserved =
    outcome.status === 'open' ? { reserved_until: await offerToLine(tx, job, by) } : {};
  await tx
    .update(jobs)
    .set({ ...outcome, ...reserved, cancel_reason: isByMember ? reason || null : null })
    .where(eq(jobs.id, job.id));
  await tx.insert(jobEvents).values({
    job_id: job.id,
    claim_id: job.claim?.id ?? null,
    action,
    actor_role: roleOf(by, job),
    actor_id: by,
    reason: reason || null,
  });
  if (!job.claim) return;
  const stamps = {
    start: { started_at: now },
    complete: { completed_at: now },
    confirm: { confirmed_at: now },
    dispute: { completed_at: null },
    undo_start: { started_at: null },
    undo_complete: { completed_at: null },
  };
  const ending = endsClaim
    ? { ended_at: now, end_reason: endsClaim, ended_by: by, end_note: reason || null }
    : {};
  const changes = { ...(action in stamps ? stamps[action as keyof typeof stamps] : {}), ...ending };
  if (Object.keys(changes).length === 0) return;
  await tx.update(jobClaims).set(changes).where(eq(jobClaims.id, job.claim.id));
}

/** The role in which a member acted on a job. */
function roleOf(id: string | null, { owner_id, claim }: LockedJob): ActorRole {
  if (id === null) return 'system';
  if (id === owner_id) return 'owner';
  return id === claim?.sitter_id ? 'sitter' : 'staff';
}
