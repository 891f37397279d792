import type { vault } from '@kindpal/contract/vault/contract';
import type { AccessView, JobAccess, KnownAccess } from '@kindpal/contract/vault/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import { isGoneFor } from '../block/policy.ts';
import type { Database, Queries } from '../db/client.ts';
import { homeAccess, jobAccess } from '../db/schema/vault.ts';
import { type LockedJob, lockJob } from '../job/lock-job.ts';
import { requireShownClaim } from '../job/policy.ts';
import { findJob } from '../job/queries.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { type AccessTexts, decryptAccess, encryptAccess } from './encrypt-access.ts';
import {
  ACCESS_IS_OPEN,
  authorizeAttach,
  authorizeDetach,
  HOLDS_JOB,
  IS_ATTACHED,
} from './policy.ts';

/** How many views a job's page shows. */
const VIEWS_SHOWN = 20;

const JOB_ACCESS = `SELECT job.owner_id = actor.id AS is_owner, coalesce(access.parts, '{}') AS parts,
    claim.id IS NOT NULL AND ${ACCESS_IS_OPEN} AS is_open, access_opens_at(job.start_date) AS opens_at,
    job.end_date AS closes_at
  FROM jobs job JOIN users actor ON actor.id = $2 LEFT JOIN job_access access ON access.job_id = job.id
    AND ${IS_ATTACHED}
  LEFT JOIN job_claims claim ON claim.job_id = job.id AND claim.ended_at IS NULL
  WHERE job.id = $1 AND (job.owner_id = actor.id OR ${HOLDS_JOB})`;

/** Who opened a part; nobody if they are gone for the owner `$2`, who must not learn why. */
const VIEWER = `LEFT JOIN users viewer ON viewer.id = seen.viewer_id
    AND NOT ${isGoneFor('viewer.id', '$2::uuid')}`;

const VIEWS = `SELECT seen.id, substr(seen.kind, 8) AS part, seen.viewed_at, viewer.id AS viewer_id,
    viewer.full_name
  FROM data_views seen ${VIEWER}
  WHERE seen.job_id = $1 AND seen.subject_id = $2 AND seen.kind LIKE 'access\\_%'
  ORDER BY seen.viewed_at DESC, seen.id LIMIT ${VIEWS_SHOWN}`;

/**
 * The parts opened by people who neither hold nor finished the job, and not changed since. Views
 * within a minute are one row, so only a change at least a minute later, or after their claim's
 * end, counts.
 */
const STILL_KNOWN = `SELECT viewer.full_name, array_agg(DISTINCT part) AS parts
  FROM data_views seen JOIN home_access home ON home.owner_id = seen.subject_id
  CROSS JOIN substr(seen.kind, 8) part
  ${VIEWER}
  LEFT JOIN LATERAL (SELECT max(ended_at) AS ended_at,
      bool_or(ended_at IS NULL OR end_reason = 'completed') AS is_theirs
    FROM job_claims WHERE job_id = seen.job_id AND sitter_id = seen.viewer_id) claim ON true
  WHERE seen.job_id = $1 AND seen.subject_id = $2 AND seen.kind LIKE 'access\\_%'
    AND part = ANY(home.parts) AND claim.is_theirs IS NOT TRUE
    AND NOT coalesce((home.changed_at ->> part)::timestamptz
      > least(seen.period + interval '1 minute', claim.ended_at), false)
  GROUP BY seen.viewer_id, viewer.full_name ORDER BY viewer.full_name, seen.viewer_id`;

type Found = Omit<JobAccess, 'views' | 'still_known'> & { is_owner: boolean };
type ViewRow = Pick<AccessView, 'id' | 'part' | 'viewed_at'> & {
  viewer_id: string | null;
  full_name: string | null;
};

/** The parts attached to a job, and when they can be opened. Throws FORBIDDEN, NOT_FOUND. */
export async function getJobAccess({
  input,
  context,
}: MemberCall<typeof vault.getJobAccess>): Promise<JobAccess> {
  const { services, actor } = context;
  const found = await findJobAccess(services.db, input.job_id, actor.id);
  if (!found) throw await refusalFor(context, input.job_id);
  const { is_owner, ...access } = found;
  if (!is_owner) return { ...access, views: [], still_known: [] };
  const values = [input.job_id, actor.id];
  const [views, still_known] = await Promise.all([
    listViews(services.db, values),
    services.db.shortRead<KnownAccess>({ name: 'job-access-known', text: STILL_KNOWN, values }),
  ]);
  return { ...access, views, still_known };
}

async function findJobAccess(db: Database, jobId: string, actorId: string) {
  const statement = { name: 'job-access', text: JOB_ACCESS, values: [jobId, actorId] };
  const [found] = await db.shortRead<Found>(statement);
  return found;
}

async function listViews(db: Database, values: string[]): Promise<AccessView[]> {
  const statement = { name: 'job-access-views', text: VIEWS, values };
  const rows = await db.shortRead<ViewRow>(statement);
  return rows.map(({ viewer_id, full_name, ...view }) => ({
    ...view,
    viewer: viewer_id && full_name ? { id: viewer_id, full_name } : null,
  }));
}

/** FORBIDDEN for callers who see the job; for all others it does not exist. */
export async function refusalFor({ services, credential }: MemberContext, jobId: string) {
  return (await findJob(services.db, credential, jobId)) ? refusal('FORBIDDEN') : notFound();
}

/**
 * Attaches a copy of the caller's home access to their job; a second time, nothing changes. Throws
 * CLAIM_CHANGED if it was meant for another sitter.
 */
export async function attachAccess({ input, context }: MemberCall<typeof vault.attach>) {
  const { services, actor } = context;
  await changeAccess(context, input.job_id, async (tx, job) => {
    const now = services.clock.now();
    const allowed = authorizeAttach(job, { actorId: actor.id, now });
    requireShownClaim(job, input.claim_id);
    await storeAccess(tx, allowed, context);
  });
  return getJobAccess({ input, context });
}

/** Removes that copy immediately. */
export async function detachAccess({ input, context }: MemberCall<typeof vault.detach>) {
  await changeAccess(context, input.job_id, (tx, job) =>
    removeAccess(tx, authorizeDetach(job, context.actor.id)),
  );
  return getJobAccess({ input, context });
}

async function changeAccess(
  context: MemberContext,
  jobId: string,
  change: (tx: Queries, job: LockedJob) => Promise<void>,
): Promise<void> {
  const { services, actor, credential } = context;
  if (!(await findJob(services.db, credential, jobId))) throw notFound();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const job = await lockJob(tx, jobId);
    if (!job) throw notFound();
    await change(tx, job);
  });
}

async function storeAccess(
  tx: Queries,
  { id: job_id, owner_id }: Authorized<LockedJob, 'attach'>,
  { services }: MemberContext,
): Promise<void> {
  // Waits for a concurrent save; a later save finds the copy attached here.
  const [home] = await tx
    .select()
    .from(homeAccess)
    .where(eq(homeAccess.owner_id, owner_id))
    .for('share');
  const texts: AccessTexts | null = home
    ? decryptAccess(services.vault, `home_access:${owner_id}`, home)
    : {};
  if (!texts || Object.keys(texts).length === 0) throw refusal('HOME_ACCESS_EMPTY');
  const sealed = encryptAccess(services.vault, `job_access:${job_id}`, texts);
  await tx
    .insert(jobAccess)
    .values({ job_id, ...sealed })
    .onConflictDoUpdate({ target: jobAccess.job_id, set: sealed });
}

async function removeAccess(tx: Queries, { id }: Authorized<LockedJob, 'detach'>): Promise<void> {
  await tx.delete(jobAccess).where(eq(jobAccess.job_id, id));
}
