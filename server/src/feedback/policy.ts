import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { TEAM } from '../staff/policy.ts';
import { notFound } from '../transport/refusal.ts';

/*
 * Anybody may write to staff, signed in or not. Members read their own requests and the answers,
 * but not who answered. Staff read everybody's, which is logged, and any of them may set a status
 * or answer, as often as needed. Nobody changes or deletes what was written.
 *
 * A request sent from a job does not exist for staff who own the job or hold or held it, unless
 * they sent it: they would decide about themselves, and only a member who has blocked the other
 * side can ask to end a job. Where that leaves nobody on the team, super admins learn that
 * something waits, not what: one of them has to make somebody else an admin. The same applies to
 * a report or an appeal that nobody on the team may decide.
 */

/** Whether `member` owns, holds or held the job of `request`, a row of `feedback` (SQL). */
const hasPart = (request: string, member: string) => `EXISTS (SELECT FROM jobs concerned
  WHERE concerned.id = ${request}.job_id AND (concerned.owner_id = ${member} OR EXISTS (
    SELECT FROM job_claims held WHERE held.job_id = concerned.id AND held.sitter_id = ${member})))`;

/** Whether `request`, a row of `feedback`, does not exist for the staff member `viewer` (SQL). */
export const isHiddenRequest = (request: string, viewer: string) => `(${request}.job_id IS NOT NULL
  AND ${request}.user_id IS DISTINCT FROM ${viewer} AND ${hasPart(request, viewer)})`;

/** Whether `request`, a row of `feedback`, exists for none of the staff (SQL). */
export const concernsAllStaff = (request: string) => `(${request}.job_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM ${TEAM} free
    WHERE NOT ${isHiddenRequest(request, 'free.user_id')}))`;

/** A request, locked for a change. */
export type LockedFeedback = { id: string; version: number };

/** Authorizes staff to handle a locked request; for anybody else it does not exist. [F4] */
export function authorizeHandling(
  actor: Actor,
  row: LockedFeedback | undefined,
): Authorized<LockedFeedback, 'handle'> {
  if (!row || !satisfiesRole(actor.app_role, 'admin')) throw notFound();
  return authorize(row, 'handle');
}
