import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { authUser, emailUndo } from '../db/schema/account.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import { factor } from '../db/schema/factor.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { userRoles } from '../db/schema/staff.ts';
import { findSuspension } from '../moderation/queries.ts';

/** A member's jobs, as owner or sitter, in one of these states; soonest first. */
export async function listJobsInState(
  queries: Queries,
  memberId: string,
  states: ('open' | 'claimed' | 'in_progress')[],
) {
  return queries
    .select({ id: jobs.id, title: jobs.title })
    .from(jobs)
    .leftJoin(jobClaims, and(eq(jobClaims.job_id, jobs.id), isNull(jobClaims.ended_at)))
    .where(
      and(
        inArray(jobs.status, states),
        or(eq(jobs.owner_id, memberId), eq(jobClaims.sitter_id, memberId)),
      ),
    )
    .orderBy(jobs.start_date, jobs.id);
}

/**
 * A member's address, those that can still be restored, and their phones. Addresses of an account
 * that never confirmed one may be somebody else's, and so may a pending address: emails there that
 * are about the account name it.
 */
export async function listAddresses(
  tx: Queries,
  { id, email, hasToConfirm }: LockedAccount,
): Promise<string[]> {
  const former = await tx
    .select({ address: emailUndo.oldEmail })
    .from(emailUndo)
    .where(eq(emailUndo.userId, id));
  const phones = await tx
    .select({ address: authUser.phone })
    .from(authUser)
    .where(eq(authUser.id, id));
  const factors = await tx
    .select({ address: factor.phone })
    .from(factor)
    .where(eq(factor.userId, id));
  const emails = hasToConfirm ? [] : [{ address: email }, ...former];
  return [...emails, ...phones, ...factors].flatMap(({ address }) => address ?? []);
}

/** Whether nothing but the name 'Former member' is left of a member. [X1] */
export async function isFormerMember(queries: Queries, id: string): Promise<boolean> {
  const [member] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erased_at)));
  return member === undefined;
}

/** Whether a member has a staff role, even if it has no effect in the current session. */
export async function holdsStaffRole(queries: Queries, id: string): Promise<boolean> {
  const [held] = await queries
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.user_id, id));
  return held !== undefined && held.role !== 'user';
}

/**
 * Whether the deletion of a locked account has begun: it was closed, and can no longer be opened.
 * [X1]
 */
export async function isBeingErased(
  tx: Queries,
  { id, isSuspended }: LockedAccount,
): Promise<boolean> {
  if (!isSuspended) return false;
  const [asked] = await tx.select().from(deletionRequest).where(eq(deletionRequest.userId, id));
  // Closing has ended every suspension by staff.
  return asked !== undefined && !(await findSuspension(tx, id));
}
