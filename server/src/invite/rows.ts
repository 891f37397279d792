import { cardColumns } from '../job/rows.ts';

/** A wish as staff see it: who asks, and how many they have brought in so far. */
export const STAFF_REQUEST = `SELECT request.id, request.message, request.status,
    request.created_at, request.decided_at, request.decision_reason, ${cardColumns('member')} AS member,
    (SELECT count(*)::int FROM invites invite
     WHERE invite.created_by = request.user_id AND invite.used_at IS NOT NULL) AS invited_count,
    decider.full_name AS decided_by
  FROM invite_requests request
  JOIN users member ON member.id = request.user_id
  LEFT JOIN users decider ON decider.id = request.decided_by`;
