import type { InviteRequest, StaffInviteRequest } from '@kindpal/contract/invite/schema';

/** A request with its member, as `STAFF_REQUEST` selects it. */
export type StaffRequestRow = InviteRequest &
  Pick<StaffInviteRequest, 'invited_count' | 'decided_by'> & {
    member_id: string;
    member_name: string;
    member_image: string | null;
    member_verified: boolean;
  };

/** A request as staff see it: the member, and how many they have invited so far. */
export const STAFF_REQUEST = `SELECT request.id, request.message, request.status,
    request.created_at, request.decided_at, request.decision_reason, member.id AS member_id,
    member.full_name AS member_name, member.profile_image_url AS member_image,
    member.is_verified AS member_verified,
    (SELECT count(*)::int FROM invites invite
     WHERE invite.created_by = request.user_id AND invite.used_at IS NOT NULL) AS invited_count,
    decider.full_name AS decided_by
  FROM invite_requests request
  JOIN users member ON member.id = request.user_id
  LEFT JOIN users decider ON decider.id = request.decided_by`;
