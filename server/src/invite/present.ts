import type { Invite, InviteRequest, StaffInviteRequest } from '@kindpal/contract/invite/schema';
import type { Actor } from '../access/actor.ts';
import type { inviteRequests, invites } from '../db/schema/invite.ts';
import { canDecide } from './policy.ts';
import type { StaffRequestRow } from './rows.ts';

/** An invite as its member sees it: who granted it, and why, is for staff only. [I2] */
export function presentInvite(row: typeof invites.$inferSelect, createdBy: string): Invite {
  return {
    id: row.id,
    code: row.code,
    is_active: row.is_active,
    used_at: row.used_at?.toISOString() ?? null,
    used_by: row.used_by,
    created_by: createdBy,
    created_at: row.created_at.toISOString(),
    expires_at: null,
  };
}

/** A member's request as they see it: who decided is for staff only. [I1] */
export function presentRequest(row: typeof inviteRequests.$inferSelect): InviteRequest {
  return {
    id: row.id,
    message: row.message,
    status: row.status,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
  };
}

/** The same for staff, with the member, who decided, and whether the viewer may decide. [I1] */
export function presentStaffRequest(row: StaffRequestRow, actor: Actor): StaffInviteRequest {
  return {
    id: row.id,
    message: row.message,
    status: row.status,
    created_at: row.created_at,
    decided_at: row.decided_at,
    decision_reason: row.decision_reason,
    decided_by: row.decided_by,
    invited_count: row.invited_count,
    member: {
      id: row.member_id,
      full_name: row.member_name,
      profile_image_url: row.member_image,
      is_verified: row.member_verified,
    },
    can: { decide: row.status === 'pending' && canDecide(actor, row.member_id) },
  };
}
