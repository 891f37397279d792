import type { Invite } from '@kindpal/contract/invite/schema';
import type { invites } from '../db/schema/invite.ts';

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
