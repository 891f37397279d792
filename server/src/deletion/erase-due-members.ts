import { and, eq, lte, sql } from 'drizzle-orm';
import { lockAccount } from '../account/policy.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import { users } from '../db/schema/member.ts';
import { lockJob } from '../job/lock-job.ts';
import { applyMove } from '../job/move-job.ts';
import { authorizeJob, relationToJob } from '../job/policy.ts';
import type { Services } from '../services.ts';
import { endDecisionsOfLeaver } from './blank-moderation.ts';
import { eraseMember } from './erase-member.ts';
import { holdsStaffRole, listJobsInState } from './queries.ts';

/** How many members are deleted per run; the next run takes the rest. */
const AT_ONCE = 200;

/**
 * Deletes the accounts whose 14 days are over, except while a job of theirs is in progress. Each
 * step can be repeated: after a crash, the next run continues. [X1]
 */
export async function eraseDueMembers(services: Services): Promise<void> {
  const due = await services.db.drizzle
    .select({ id: deletionRequest.userId })
    .from(deletionRequest)
    .where(lte(deletionRequest.dueAt, services.clock.now()))
    .orderBy(deletionRequest.dueAt)
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      await erase(services, id);
    } catch (error) {
      services.log.error({ err: error, member: id }, 'an account could not be deleted');
    }
  }
}

async function erase(services: Services, id: string): Promise<void> {
  if (!(await closeAccount(services, id))) return;
  await leaveJobs(services, id);
  // The other side may have started a job meanwhile: wait for its end.
  if ((await listJobsInState(services.db.drizzle, id, ['in_progress'])).length > 0) return;
  await services.db.drizzle.transaction((tx) => eraseMember(tx, services, id));
}

/**
 * Suspends the member permanently, so that nothing new starts during the deletion; false while a
 * job is in progress, a role is held, or when the member canceled at the last moment.
 */
async function closeAccount({ db, clock }: Services, id: string): Promise<boolean> {
  return db.drizzle.transaction(async (tx) => {
    const isThis = eq(users.id, id);
    // Weak enough for calls that hold one of the member's jobs and store something for them: they
    // would deadlock with the suspension below.
    await tx.select({ id: users.id }).from(users).where(isThis).for('no key update');
    await lockAccount(tx, id);
    const [asked] = await tx
      .select()
      .from(deletionRequest)
      .where(and(eq(deletionRequest.userId, id), lte(deletionRequest.dueAt, clock.now())));
    const isStaff = await holdsStaffRole(tx, id);
    const running = await listJobsInState(tx, id, ['in_progress']);
    if (!asked || running.length > 0 || isStaff) return false;
    await tx
      .update(users)
      .set({ suspended_at: sql`coalesce(${users.suspended_at}, now())` })
      .where(isThis);
    // A suspension that expires would reopen the account before the rest is deleted.
    await endDecisionsOfLeaver(tx, id, clock.now());
    return true;
  });
}

/** Cancels the member's posted jobs and their claims; the other side is notified. */
async function leaveJobs({ db, clock }: Services, id: string): Promise<void> {
  for (const { id: jobId } of await listJobsInState(db.drizzle, id, ['open', 'claimed'])) {
    await db.drizzle.transaction(async (tx) => {
      const job = await lockJob(tx, jobId);
      if (!job || (job.status !== 'open' && job.status !== 'claimed')) return;
      const viewer = { id, role: 'both' as const, app_role: 'user' as const };
      const relation = relationToJob(viewer, job, job.claim);
      const now = clock.now();
      const who = { relation, now };
      const by = { by: id, now };
      if (relation === 'owner') {
        await applyMove(tx, authorizeJob('cancel', job, who), { action: 'cancel', ...by });
      } else if (relation === 'claimant') {
        await applyMove(tx, authorizeJob('release', job, who), { action: 'release', ...by });
      }
    });
  }
}
