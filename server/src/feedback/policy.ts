import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound } from '../transport/refusal.ts';

/*
 * Anybody may write to staff, signed in or not. Members read their own requests and the answers,
 * but not who answered. Staff read everybody's, which is logged, and any of them may set a status
 * or answer, as often as needed. Nobody changes or deletes what was written.
 *
 * Only a member who has blocked the other side of a job can ask to end it. If that other side is
 * one of the staff, the request does not exist for them, or they would learn of the block.
 */

/** Whether `request`, a row of `feedback`, does not exist for the staff member `viewer` (SQL). */
export const isHiddenRequest = (request: string, viewer: string) => `(${request}.topic = 'end_job'
  AND ${request}.user_id IS DISTINCT FROM ${viewer} AND EXISTS (SELECT FROM jobs ended
    WHERE ended.id = ${request}.job_id AND (ended.owner_id = ${viewer} OR EXISTS (SELECT FROM job_claims held
      WHERE held.job_id = ended.id AND held.sitter_id = ${viewer}))))`;

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
