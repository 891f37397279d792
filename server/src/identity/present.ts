import type { OwnIdentityCheck, StaffIdentityCheck } from '@kindpal/contract/identity/schema';
import { canTake, isStandingCheck } from './policy.ts';
import type { IdentityRow, StaffIdentityRow } from './queries.ts';

/** How long before its end a confirmed identity can be renewed. */
const RENEWAL_MS = 60 * 86_400_000;

/** Whether a member with this check may request another one. */
export function canRenew({ status, expires_at }: IdentityRow, now: Date): boolean {
  if (status === 'requested' || status === 'checked') return false;
  return status !== 'confirmed' || !expires_at || expires_at.getTime() - now.getTime() < RENEWAL_MS;
}

/** A check for the member concerned. */
export function presentOwnCheck(row: IdentityRow, now: Date): OwnIdentityCheck {
  const { id, status, method, reason } = row;
  return {
    ...{ id, status, method, reason },
    requested_at: row.requested_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    can: { withdraw: isStandingCheck(status), renew: canRenew(row, now) },
  };
}

/** A check for staff. [S4] */
export function presentStaffCheck(
  row: StaffIdentityRow,
  actor: { id: string },
): StaffIdentityCheck {
  const { member_name, member_email, member_id, ...shown } = row;
  const check = { member_id, status: row.status, checked_by: row.checked_by?.id ?? null };
  const can = (step: Parameters<typeof canTake>[1]) => canTake(actor, step, check);
  return {
    ...shown,
    member: { id: member_id, full_name: member_name, email: member_email },
    can: {
      check: can('check'),
      confirm: can('confirm'),
      refuse: can('refuse'),
      revoke: can('revoke'),
    },
  };
}
