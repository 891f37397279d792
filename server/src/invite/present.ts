import type { Invite, InviteRequest } from '@kindpal/contract/invite/schema';
import type { inviteRequests, invites } from '../db/schema/invite.ts';

/** An invite as its member sees it: who granted it, and why, stays with the staff. [I2] */
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

/** A member's wish for a further code as they see it: who decided stays with the staff. [I1] */
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
