import { JOB_GRAPH } from '@kindpal/contract/job/rules';
import type { CancelCode } from '@kindpal/contract/job/schema';
import type { ModeratedJob, ModeratedProfile } from '@kindpal/contract/staff/moderation';
import type { AppRole, StaffUser, superAdminSchema } from '@kindpal/contract/staff/schema';
import type { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import type { superAdmins } from '../db/schema/staff.ts';
import { relationOfStaff } from '../job/policy.ts';
import { canDecideAbout } from '../moderation/policy.ts';
import { canChangeRoleOf } from './policy.ts';

export type SuperAdmin = z.infer<typeof superAdminSchema>;

/** A row of the super admins as returned by the API. */
export function presentSuperAdmin(row: typeof superAdmins.$inferSelect): SuperAdmin {
  return { ...row, created_at: row.created_at.toISOString() };
}

/** A member as selected by `USER`. */
export type UserRow = Omit<StaffUser, 'can'>;

/** A member as staff see them, with what the viewer may do. [S3] */
export function presentStaffUser(row: UserRow, actor: Actor): StaffUser {
  return { ...row, can: { change_role: canChangeRoleOf(actor, row.id) } };
}

/** A job as selected by `JOB`. */
export type ModeratedJobRow = Omit<ModeratedJob, 'claim' | 'taken_down_reason' | 'can'> & {
  cancel_code: CancelCode | null;
  cancel_reason: string | null;
  claim: (NonNullable<ModeratedJob['claim']> & { sitter_id: string }) | null;
  owner_role: AppRole;
};

/** A job for moderation: its area, no address, and what this staff member may do to it. [S4] */
export function presentModeratedJob(row: ModeratedJobRow, actor: Actor): ModeratedJob {
  const { cancel_code, cancel_reason, claim, owner_role, ...shown } = row;
  const relation = relationOfStaff(actor, { owner_id: row.owner.id }, claim);
  const isOffered = (action: 'take_down' | 'end_claim') => {
    const { from, by } = JOB_GRAPH[action];
    return from.includes(row.status) && by.includes(relation);
  };
  return {
    ...shown,
    claim: claim && { id: claim.id, confirmed_at: claim.confirmed_at },
    taken_down_reason: cancel_code === 'taken_down' ? cancel_reason : null,
    can: {
      take_down:
        isOffered('take_down') && canDecideAbout(actor, { id: row.owner.id, app_role: owner_role }),
      end_claim: isOffered('end_claim'),
    },
  };
}

/** A profile as selected by `PROFILE`. */
export type ModeratedProfileRow = Omit<ModeratedProfile, 'can'> & { app_role: AppRole };

/** A profile for moderation, with what this staff member may do to it. [S4] */
export function presentModeratedProfile(row: ModeratedProfileRow, actor: Actor): ModeratedProfile {
  const { app_role, ...shown } = row;
  return { ...shown, can: { remove_part: canDecideAbout(actor, { id: row.id, app_role }) } };
}
