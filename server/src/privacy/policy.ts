import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { shortNameOf } from '../member/member-card.ts';

/*
 * Members read and change only their own privacy settings, and read only who viewed their own data.
 * Staff cannot do either for others.
 *
 * Staff in that list are named as 'First L.'. Who decides about a member stays unnamed, so a view
 * has no name if the same person, within a day, decided about the member or something of theirs.
 * The member is notified of each of these decisions, so a missing name reveals nothing new. The two
 * who read a chat are always named. Views from before staff were named stay unnamed.
 */

/** Staff actions of which the member is notified without a name, and which are logged. */
const DECIDED = `(decided.action IN ('member_suspend', 'member_ban', 'decision_undo', 'appeal_decision',
    'job_take_down', 'claim_end', 'photo_removal', 'bio_removal', 'review_hide', 'review_restore',
    'identity_check', 'identity_confirmation', 'identity_refusal', 'identity_revocation',
    'invite_request_decision', 'factor_reset')
  OR (decided.action = 'report_decision' AND decided.details ->> 'kind' <> 'dismiss'))`;

/** A day, plus the hour within which views count as one. */
const A_DAY = `interval '25 hours'`;

/**
 * Whether the viewer, within a day, decided about the member, about something of theirs that the
 * viewer looked at around then, or about a job they held. It applies to all views of that time,
 * because a name at one view would identify the others, and both before and after the decision.
 */
const DECIDED_THEN = `(seen.kind <> 'chat' AND EXISTS (SELECT FROM admin_activity_logs decided
  WHERE decided.admin_id = seen.viewer_id AND ${DECIDED}
    AND decided.created_at BETWEEN seen.period - ${A_DAY} AND seen.period + ${A_DAY}
    AND decided.target_id IN (SELECT seen.subject_id UNION ALL
      SELECT unnest(ARRAY[around.job_id, around.target_id]) FROM data_views around
      WHERE around.subject_id = seen.subject_id AND around.viewer_id = seen.viewer_id
        AND around.period BETWEEN seen.period - ${A_DAY} AND seen.period + ${A_DAY}
      UNION ALL SELECT claim.job_id FROM job_claims claim WHERE claim.sitter_id = seen.subject_id
        AND claim.ended_by = seen.viewer_id)))`;

/** The staff viewer of `seen` as the member sees them, as JSON in SQL; null for other viewers. */
export const STAFF_VIEWER = `CASE WHEN seen.viewer_role = 'staff' THEN (
    SELECT CASE WHEN NOT seen.is_named OR ${DECIDED_THEN} THEN json_build_object('name', NULL, 'has_left', false)
      ELSE json_build_object(
        'name', CASE WHEN viewer.erased_at IS NULL THEN ${shortNameOf('viewer.full_name')} END,
        'has_left', viewer.id IS NULL OR viewer.erased_at IS NOT NULL) END
    FROM (SELECT 1) one LEFT JOIN users viewer ON viewer.id = seen.viewer_id) END`;

/** The settings that the caller may change: their own. */
export const ownSettings = ({ id }: Actor): Authorized<{ id: string }, 'change'> =>
  authorize({ id }, 'change');
