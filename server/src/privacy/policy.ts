import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { shortNameOf } from '../member/member-card.ts';

/*
 * Every member reads and changes their own privacy settings, and reads who looked at their own data.
 * Nobody does so for another, staff included.
 * Of staff who looked they are told 'First L.'. Who decides about a member stays unnamed, so a look by
 * somebody who within a day decided about the member or something of theirs has no name. A
 * member hears of each of these decisions, so a missing name tells them nothing new. The two who read
 * a chat are named in any case: both participants are told who they are. Looks from before staff had
 * names here stay without one.
 */

/** What staff do that its member hears of without a name, and that has an entry in the log. */
const DECIDED = `(decided.action IN ('member_suspend', 'member_ban', 'decision_undo', 'appeal_decision',
    'job_take_down', 'claim_end', 'photo_removal', 'bio_removal', 'review_hide', 'review_restore')
  OR (decided.action = 'report_decision' AND decided.details ->> 'kind' <> 'dismiss'))`;

/** A day and the hour that looks count as one in. */
const A_DAY = `interval '25 hours'`;

/**
 * Whether who looked decided within a day about the member, or about anything of theirs that this person
 * looked at around then, or about a job they held: with a name at one look, the others would have it
 * too. Before or after does not matter: a look right after a suspension tells as much as one before.
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

/** Who of the staff `seen` is a look of, as its member is told: a JSON object in SQL, null of others. */
export const STAFF_VIEWER = `CASE WHEN seen.viewer_role = 'staff' THEN (
    SELECT CASE WHEN NOT seen.is_named OR ${DECIDED_THEN} THEN json_build_object('name', NULL, 'has_left', false)
      ELSE json_build_object(
        'name', CASE WHEN viewer.erased_at IS NULL THEN ${shortNameOf('viewer.full_name')} END,
        'has_left', viewer.id IS NULL OR viewer.erased_at IS NOT NULL) END
    FROM (SELECT 1) one LEFT JOIN users viewer ON viewer.id = seen.viewer_id) END`;

/** The settings that the caller may change: their own. */
export const ownSettings = ({ id }: Actor): Authorized<{ id: string }, 'change'> =>
  authorize({ id }, 'change');
