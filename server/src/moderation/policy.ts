import type { DecisionKind } from '@kindpal/contract/moderation/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import { APP_ROLES, type AppRole } from '@kindpal/contract/staff/schema';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { type RoleHolder, TEAM } from '../staff/policy.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Staff suspend and ban members whose role is below their own, and remove what is theirs, never
 * each other's and never their own. They may reverse decisions by any staff about such a member,
 * except those that they brought about. To suspend, ban or lift either, staff must have proved
 * their identity within the last 10 minutes. Staff do not read decisions about themselves, nor
 * those that they brought about by a report.
 *
 * The member concerned, staff or not, sees the reason and the end date, not who decided, and can
 * appeal once while the decision is in force. The appeal is answered by staff who did not make the
 * decision, did not report what it is about, and are not the subject of the review that it hid. A
 * suspended member has no session: a link, shown when they sign in with their password and in the
 * email, opens their own suspension while they have the same address. From there they can have
 * another link emailed, which works for half an hour and while the suspension lasts: with it they
 * get a copy of their data and delete their account, as members do in a session. If a second factor
 * protects the account, they also need its code.
 */

/** The purpose of tokens that open a suspension. */
export const SUSPENSION_LINK = 'suspension';
/** How long such tokens of earlier releases, which name no address, still work. */
export const FORMER_LINK_DAYS = 30;
/** The purpose of tokens for the account of a suspended member. [X1] */
export const ACCOUNT_LINK = 'suspended account';
export const ACCOUNT_LINK_MINUTES = 30;

type Staff = Pick<Actor, 'id' | 'app_role'>;
type Subject = { id: string; app_role: AppRole };

/**
 * The condition under which an appeal against a `decision` waits for its answer; an index uses
 * it.
 */
export const APPEAL_WAITS = `decision.appealed_at IS NOT NULL AND decision.appeal_decision IS NULL
  AND decision.ended_at IS NULL`;

/**
 * Who brought about a `decision` besides the one who made it, as ids: those who reported what it is
 * about, and the subject of a review.
 */
export const PARTIES = `ARRAY(
  SELECT reporter_id FROM reports WHERE decision_id = decision.id AND reporter_id IS NOT NULL
  UNION ALL SELECT reviewee_id FROM reviews
    WHERE decision.subject_type = 'review' AND reviews.id = decision.subject_id)`;

/**
 * Whether staff member `staff` (SQL) reads a `decision` among those about its member. Those about
 * themselves they read like any member; of one that their report led to, they learn only whether
 * something was done. [S4]
 */
export const readsDecision = (staff: string) =>
  `(decision.member_id <> ${staff} AND ${staff} <> ALL (${PARTIES}))`;

/**
 * Whether `staff`, a row of `user_roles`, may answer the appeal against a `decision`: the rules of
 * `authorizeAppealDecision` in SQL. [S4]
 */
const mayAnswerAppeal = (staff: string) => `(${staff}.user_id <> decision.member_id
  AND ${staff}.user_id IS DISTINCT FROM decision.decided_by
  AND ${staff}.user_id <> ALL (${PARTIES}) AND NOT EXISTS (
    SELECT FROM user_roles held WHERE held.user_id = decision.member_id AND held.role <> 'user'
      AND (held.role = 'super_admin' OR ${staff}.role <> 'super_admin')))`;

/**
 * Whether nobody on the team may answer the appeal against a `decision`, and another admin or super
 * admin could: not for a super admin's own appeal. [S4]
 */
export const NEEDS_OTHER_STAFF = `(NOT EXISTS (SELECT FROM ${TEAM} free WHERE ${mayAnswerAppeal('free')})
  AND NOT EXISTS (SELECT FROM user_roles top
    WHERE top.user_id = decision.member_id AND top.role = 'super_admin'))`;

/** A member's role (SQL); only staff have a row. */
export const roleOf = (id: string) =>
  `coalesce((SELECT role FROM user_roles held WHERE held.user_id = ${id}), 'user')`;

/** Whether staff may decide about a member: only about roles below their own. [S4] */
export function canDecideAbout(actor: Staff, member: Subject): boolean {
  const rank = (role: AppRole) => APP_ROLES.indexOf(role);
  return actor.id !== member.id && rank(member.app_role) < rank(actor.app_role);
}

/**
 * Authorizes staff to suspend a member; both roles are read under the lock. Throws FORBIDDEN.
 * [S4]
 */
export function authorizeSuspension(
  actor: RoleHolder,
  member: RoleHolder,
): Authorized<RoleHolder, 'suspend'> {
  if (!canDecideAbout(actor, member)) throw refusal('FORBIDDEN');
  return authorize(member, 'suspend');
}

/**
 * Authorizes staff to remove a part of a profile, without a report as well; both roles are read
 * under the lock. Throws FORBIDDEN. [S4]
 */
export function authorizeRemoval<Row extends { id: string }>(
  actor: RoleHolder,
  member: RoleHolder,
  profile: Row,
): Authorized<Row, 'remove part'> {
  if (!canDecideAbout(actor, member)) throw refusal('FORBIDDEN');
  return authorize(profile, 'remove part');
}

/**
 * Checks that staff may take down a job of this member or hide their review. Throws FORBIDDEN. [S4]
 */
export function requireTakeDown(actor: RoleHolder, author: RoleHolder): void {
  if (!canDecideAbout(actor, author)) throw refusal('FORBIDDEN');
}

/** A decision, locked, with the facts for its authorization. */
export type LockedDecision = {
  id: string;
  kind: DecisionKind;
  member_id: string;
  decided_by: string | null;
  ended_at: Date | null;
  appeal: string | null;
  appeal_decision: 'granted' | 'upheld' | null;
  subject_type: ReportSubject | null;
  subject_id: string | null;
  kept: string | null;
};

type Standing = Pick<LockedDecision, 'kind' | 'appeal_decision'> & {
  ended_at: Date | string | null;
};

/** Whether a decision keeps its member from signing in. */
export const isSuspension = ({ kind }: { kind: DecisionKind }): boolean =>
  kind === 'suspend' || kind === 'ban';

/** Whether a decision is in force and can be reversed. */
export function isStanding({ kind, ended_at }: Standing): boolean {
  return kind !== 'dismiss' && ended_at === null;
}

/** Whether the member concerned may appeal now. */
export function canAppeal(decision: Standing & { appeal: unknown }): boolean {
  return isStanding(decision) && decision.appeal === null;
}

/** Whether an appeal waits for an answer, and this staff member may give it. */
export function canDecideAppeal(
  actor: { id: string },
  decision: Standing & { appeal: unknown; decided_by: string | null; parties: string[] },
): boolean {
  const isWaiting = decision.appeal !== null && decision.appeal_decision === null;
  return isStanding(decision) && isWaiting && !isPartOf(actor, decision);
}

/** Whether a staff member made a decision or brought it about. */
function isPartOf(
  actor: { id: string },
  { decided_by, parties }: { decided_by: string | null; parties: string[] },
): boolean {
  return decided_by === actor.id || parties.includes(actor.id);
}

/** A decision, if it exists, and who brought it about. */
type Decided = { decision: LockedDecision | undefined; parties: string[] };

/**
 * Authorizes staff to reverse a decision that they may read. Throws NOT_FOUND, FORBIDDEN,
 * DECISION_OVER. [S4]
 */
export function authorizeUndo(
  actor: RoleHolder,
  member: RoleHolder,
  { decision, parties }: Decided,
): Authorized<LockedDecision, 'end'> {
  if (!decision || parties.includes(actor.id)) throw notFound();
  return authorizeEnd(actor, member, decision);
}

function authorizeEnd(
  actor: RoleHolder,
  member: RoleHolder,
  decision: LockedDecision,
): Authorized<LockedDecision, 'end'> {
  if (!canDecideAbout(actor, member)) throw refusal('FORBIDDEN');
  if (!isStanding(decision)) throw refusal('DECISION_OVER');
  return authorize(decision, 'end');
}

/**
 * Authorizes other staff to answer an appeal. Throws OWN_DECISION and what `authorizeUndo` does.
 * [S4]
 */
export function authorizeAppealDecision(
  actor: RoleHolder,
  member: RoleHolder,
  { decision, parties }: Decided,
): Authorized<LockedDecision, 'end'> {
  if (!decision) throw notFound();
  const allowed = authorizeEnd(actor, member, decision);
  if (allowed.appeal === null || allowed.appeal_decision) throw refusal('DECISION_OVER');
  if (isPartOf(actor, { ...allowed, parties })) throw refusal('OWN_DECISION');
  return allowed;
}

/** Authorizes the member concerned to appeal. Throws NOT_FOUND, APPEAL_CLOSED. */
export function authorizeAppeal(
  memberId: string,
  decision: LockedDecision | undefined,
): Authorized<LockedDecision, 'appeal'> {
  if (decision?.member_id !== memberId || decision.kind === 'dismiss') throw notFound();
  if (!canAppeal(decision)) throw refusal('APPEAL_CLOSED');
  return authorize(decision, 'appeal');
}
