import type { staff } from '@kindpal/contract/staff/contract';
import { PANEL_ROWS, type StaffMember } from '@kindpal/contract/staff/member';
import type { MemberCall } from '../../access/call.ts';
import { countUpTo } from '../../db/count-up-to.ts';
import { isHiddenRequest } from '../../feedback/policy.ts';
import { memberName } from '../../member/member-card.ts';
import { canDecideAbout } from '../../moderation/policy.ts';
import { presentStaffDecision } from '../../moderation/present.ts';
import { listDecisionsAbout } from '../../moderation/queries.ts';
import { notFound } from '../../transport/refusal.ts';
import { recordView } from '../activity/record-view.ts';
import { currentJobsOf, jobContexts, recordJobContexts } from '../jobs/job-context.ts';
import { canChangeRoleOf } from '../policy.ts';
import { presentStaffUser } from '../present.ts';

/** Only super admins, who can reset it, learn whether a member has a second factor. */
type Row = Omit<StaffMember, 'can' | 'decisions'> & { has_factors: boolean };

/** A member's posted and completed jobs are counted up to this many. */
const COUNTED_AT_MOST = 1_000;

/** The most decisions shown, newest first. */
const DECISIONS_SHOWN = 10;

const counted = (rows: string) => countUpTo(COUNTED_AT_MOST, rows);

const HAS_FACTORS = `(EXISTS (SELECT FROM auth.passkey key WHERE key.user_id = member.id)
    OR EXISTS (SELECT FROM auth.factor factor
      WHERE factor.user_id = member.id AND factor.status = 'verified'))`;

const MEMBER = `SELECT member.id, account.email, member.full_name, member.profile_image_url,
    member.is_verified, member.created_at, member.role, member.location, member.last_sign_in_at,
    member.suspended_at, coalesce(granted.role, 'user') AS app_role,
    ${HAS_FACTORS} AS has_factors,
    (SELECT ${memberName('inviter')}
      FROM invites invite JOIN users inviter ON inviter.id = invite.created_by
      WHERE invite.used_by = member.id) AS invited_by,
    ${counted('jobs posted WHERE posted.owner_id = member.id')} AS jobs_posted,
    ${counted(`job_claims done WHERE done.sitter_id = member.id AND done.end_reason = 'completed'`)} AS jobs_done,
    ${jobContexts(currentJobsOf('member.id', PANEL_ROWS), PANEL_ROWS)} AS jobs,
    (SELECT coalesce(json_agg(asked ORDER BY asked.created_at DESC), '[]') FROM (
      SELECT request.id, request.message, request.status, request.created_at FROM feedback request
      WHERE request.user_id = member.id AND NOT ${isHiddenRequest('request', '$2::uuid')}
      ORDER BY request.created_at DESC, request.id DESC
      LIMIT ${PANEL_ROWS}) asked) AS requests
  FROM users member JOIN auth."user" account ON account.id = member.id
  LEFT JOIN user_roles granted ON granted.user_id = member.id
  WHERE member.id = $1`;

/**
 * A member with what staff need for a request: contact, who invited them, current jobs with the
 * other participants, earlier requests. The view is logged. Throws NOT_FOUND. [S3] [F4]
 */
export async function getStaffMember({
  input,
  context,
}: MemberCall<typeof staff.getMember>): Promise<StaffMember> {
  const { actor } = context;
  const { db } = context.services;
  const [row] = await db.jsonRows<Row>({
    name: 'staff-member',
    text: MEMBER,
    values: [input.id, actor.id],
  });
  if (!row) throw notFound();
  const decisions = await listDecisionsAbout(db, {
    memberId: row.id,
    staffId: actor.id,
    limit: DECISIONS_SHOWN,
  });
  const whole = { action: 'users_read', target_type: 'user', shown: 'whole' } as const;
  const also = decisions.map(({ id }) => id);
  await recordView(context, { ...whole, target_id: row.id, also });
  await recordJobContexts(context, row.jobs);
  const beside = { action: 'feedback_read', target_type: 'feedback', shown: 'beside' } as const;
  await recordView(context, { ...beside, ids: row.requests.map(({ id }) => id) });
  const user = presentStaffUser(row, actor);
  const { has_factors, ...told } = row;
  return {
    ...told,
    ...user,
    decisions: decisions.map((one) => presentStaffDecision(one, actor)),
    can: {
      ...user.can,
      suspend: row.suspended_at === null && canDecideAbout(actor, row),
      reset_factors: has_factors && canChangeRoleOf(actor, row.id),
    },
  };
}
