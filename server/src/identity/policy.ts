import type { IdentityStatus, IdentityStep } from '@kindpal/contract/identity/schema';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * A member requests an identity check, and can withdraw the request or the confirmed identity. One
 * staff member records what they checked, another one confirms it; neither is the member. Any staff
 * member other than the member may refuse a waiting check or revoke a confirmed one, with a reason
 * that the member reads. It ends by itself after its term, and when the member changes their name.
 * Members learn that two staff members did it, never which.
 */

/** A check, locked. */
export type LockedCheck = {
  id: string;
  member_id: string;
  status: IdentityStatus;
  checked_by: string | null;
};

/** The states in which a step can be taken. */
const FROM: Record<IdentityStep['step'], IdentityStatus[]> = {
  check: ['requested'],
  confirm: ['checked'],
  refuse: ['requested', 'checked'],
  revoke: ['confirmed'],
};

/** Whether a staff member may take a step. */
export function canTake(
  actor: { id: string },
  step: IdentityStep['step'],
  check: Omit<LockedCheck, 'id'>,
): boolean {
  const isSecond = step !== 'confirm' || check.checked_by !== actor.id;
  return check.member_id !== actor.id && isSecond && FROM[step].includes(check.status);
}

/**
 * Authorizes staff to take a step. Throws NOT_FOUND, FORBIDDEN, CHECK_OVER, SECOND_PERSON_NEEDED.
 * [S4]
 */
export function authorizeStep(
  actor: { id: string },
  step: IdentityStep['step'],
  check: LockedCheck | undefined,
): Authorized<LockedCheck, 'step'> {
  if (!check) throw notFound();
  if (check.member_id === actor.id) throw refusal('FORBIDDEN');
  if (!FROM[step].includes(check.status)) throw refusal('CHECK_OVER');
  if (!canTake(actor, step, check)) throw refusal('SECOND_PERSON_NEEDED');
  return authorize(check, 'step');
}

/** Whether a check is still waiting or valid. */
export function isStandingCheck(status: IdentityStatus): boolean {
  return status === 'requested' || status === 'checked' || status === 'confirmed';
}

/** Authorizes the member to withdraw theirs. Throws NOT_FOUND for everybody else, CHECK_OVER. */
export function authorizeCheckWithdrawal(
  actor: { id: string },
  check: LockedCheck | undefined,
): Authorized<LockedCheck, 'withdraw'> {
  if (check?.member_id !== actor.id) throw notFound();
  if (!isStandingCheck(check.status)) throw refusal('CHECK_OVER');
  return authorize(check, 'withdraw');
}
