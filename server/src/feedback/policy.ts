import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound } from '../transport/refusal.ts';

/*
 * Anybody may write to staff, signed in or not. Members read their own requests and the answers,
 * but not who answered. Staff read everybody's, which is logged, and any of them may set a status
 * or answer, as often as needed. Nobody changes or deletes what was written.
 */

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
