import type { DecisionKind } from '@kindpal/contract/moderation/schema';
import type { report } from '@kindpal/contract/report/contract';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { inArray, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { addressOf } from '../account/address-of.ts';
import type { Queries } from '../db/client.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { reports } from '../db/schema/report.ts';
import { requireConfirmed } from '../factor/policy.ts';
import { CAN_ANSWER } from '../hearing/policy.ts';
import { lockJob } from '../job/lock-job.ts';
import { decisionMail } from '../mail/mails/decision.ts';
import { approvePost } from '../moderation/approve-post.ts';
import { lockContent, takeAway } from '../moderation/content.ts';
import { authorizeSuspension, canDecideAbout, isSuspension } from '../moderation/policy.ts';
import { hasLeft } from '../moderation/queries.ts';
import { applySuspension, endOf } from '../moderation/suspend-member.ts';
import { settleOffers } from '../offer/settle-offers.ts';
import { setHidden } from '../review/moderate-review.ts';
import { authorizeModeration } from '../review/policy.ts';
import { lockReview } from '../review/queries.ts';
import type { Services } from '../services.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused, viewOfReport } from '../staff/activity/record-view.ts';
import type { RoleHolder } from '../staff/policy.ts';
import { lockRoles } from '../staff/users/lock-roles.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { showReport } from './get-report.ts';
import {
  AGAINST_MEMBER,
  authorizeReportDecision,
  contentOf,
  decisionsFor,
  type LockedReport,
} from './policy.ts';
import { findReport, lockReports } from './queries.ts';

type Call = MemberCall<typeof report.decide>;
type Input = Call['input'];

/**
 * Decides a report assigned to the caller, and with it all open reports of the same content;
 * reporters and the member concerned are notified. Throws NOT_FOUND, FORBIDDEN, REPORT_TAKEN,
 * REPORT_DECIDED, HEARING_OPEN, CONTENT_GONE, ALREADY_SUSPENDED; REAUTHENTICATION_NEEDED for a
 * suspension. [S4] [U10]
 */
export async function decideReport({ input, context }: Call): Promise<StaffReport> {
  const { services, actor } = context;
  const now = services.clock.now();
  const end = endOf(input.ends_at, now);
  const found = await findReport(services.db.drizzle, { id: input.id, staffId: actor.id });
  if (!found) throw notFound();
  await viewIfRefused(context, viewOfReport(input.id), async (tx) => {
    const holderOf = await lockRoles(tx, [actor.id, found.member_id]);
    await holdStaff(tx, actor);
    if (isSuspension(input)) await requireConfirmed(tx, context);
    const { subject_type: type, subject_id, member_id } = found;
    await lockContent(tx, { type, id: subject_id, member_id }, isSuspension(input));
    const locked = await lockReports(tx, found, actor.id);
    const { same } = locked;
    const allowed = authorizeReportDecision(actor, locked);
    const [by, member] = [holderOf(actor.id), holderOf(allowed.member_id)];
    const mayDecide = canDecideAbout(by, member) && !(await hasLeft(tx, member.id));
    requireKind(input.kind, allowed, mayDecide);
    await requireHeard(tx, same, input.kind);
    const decision_id = await carryOut(tx, services, allowed, { input, end, by, member, now });
    await tx
      .update(reports)
      .set({ decided_at: now, decision_id })
      .where(
        inArray(
          reports.id,
          same.map(({ id }) => id),
        ),
      );
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'report_decision',
      target_type: 'user',
      target_id: allowed.member_id,
      details: { report: allowed.id, kind: input.kind, reason: input.reason ?? '' },
    });
  });
  if (found.signal === 'first_post') await settleOffers(services, found.subject_id);
  services.live.wake();
  return showReport(context, input.id);
}

/**
 * Whether this decision is possible at all; the database checks whether the member is suspended
 * already.
 */
function requireKind(kind: DecisionKind, report: LockedReport, mayDecide: boolean): void {
  const offered = decisionsFor(report, { mayDecide, member: { suspended_at: null } });
  if (!offered.includes(kind)) throw refusal('FORBIDDEN');
}

/**
 * A member who was asked must be heard first, whichever of the reports of the same content they
 * were asked about. In an emergency staff need not wait.
 */
async function requireHeard(tx: Queries, same: LockedReport[], kind: DecisionKind): Promise<void> {
  if (!AGAINST_MEMBER.includes(kind)) return;
  const ids = same.map(({ id }) => id);
  const { rowCount } = await tx.execute(sql`SELECT FROM hearings hearing
    JOIN reports report ON report.id = hearing.report_id
    WHERE ${inArray(sql`report.id`, ids)} AND hearing.side = 'member' AND ${sql.raw(CAN_ANSWER)}
      AND NOT EXISTS (SELECT FROM reports urgent
        WHERE ${inArray(sql`urgent.id`, ids)} AND urgent.reason = 'danger')`);
  if ((rowCount ?? 0) > 0) throw refusal('HEARING_OPEN');
}

type Deciding = { input: Input; end: Date | null; by: RoleHolder; member: RoleHolder; now: Date };

/** Carries out a decision and stores it; returns its id. */
async function carryOut(
  tx: Queries,
  services: Services,
  report: Authorized<LockedReport, 'decide'>,
  { input, end, by, member, now }: Deciding,
): Promise<string> {
  const { kind, reason = '', note } = input;
  if (report.signal === 'first_post') await decidePost(tx, services, report, { input, by, now });
  if (isSuspension(input)) {
    const allowed = authorizeSuspension(by, member);
    return applySuspension(tx, services, allowed, { end, reason, note, by: by.id, now });
  }
  const { subject_type, subject_id, member_id } = report;
  const content = { type: subject_type, id: subject_id, member_id };
  let kept: string | null = null;
  if (kind === 'remove') kept = await takeAway(tx, content, { by: by.id, reason, now, services });
  if (kind === 'hide') {
    const row = authorizeModeration(by, await lockReview(tx, subject_id));
    if (row.hidden_at) throw refusal('CONTENT_GONE');
    await setHidden(tx, row, { reason, services, now, canAppeal: true });
  }
  const [decision] = await tx
    .insert(moderationDecisions)
    .values({
      ...{ member_id, kind, ...contentOf(report), kept, reason, note },
      decided_by: by.id,
      created_at: now,
    })
    .returning({ id: moderationDecisions.id });
  if (!decision) throw new Error('the decision was not written');
  // Hiding a review and taking down a job have already emailed the people concerned.
  if (kind === 'warn' || (kind === 'remove' && subject_type !== 'job')) {
    const about_id = decision.id;
    await mailMember(tx, services, { member_id, about_id, kind, subject_type, reason });
  }
  return decision.id;
}

/**
 * A held job is approved, or taken down with a decision about its owner; `remove` works as for
 * others.
 */
async function decidePost(
  tx: Queries,
  services: Services,
  report: Authorized<LockedReport, 'decide'>,
  { input: { kind, reason = '' }, by, now }: Pick<Deciding, 'input' | 'by' | 'now'>,
): Promise<void> {
  if (kind === 'dismiss') return approvePost(tx, report);
  const { subject_id, member_id } = report;
  if (kind === 'remove') return;
  const job = await lockJob(tx, subject_id);
  if (job?.status !== 'open') return;
  const content = { type: 'job', id: subject_id, member_id } as const;
  await takeAway(tx, content, { by: by.id, reason, now, services });
}

type Told = Pick<LockedReport, 'member_id' | 'subject_type'> & {
  about_id: string;
  kind: 'warn' | 'remove';
  reason: string;
};

async function mailMember(
  tx: Queries,
  services: Services,
  { member_id, about_id, kind, subject_type, reason }: Told,
): Promise<void> {
  const to = await addressOf(tx, member_id);
  if (to === undefined) return;
  const mail = decisionMail(services.env, { to, kind, subject_type, reason });
  await services.mailer.send({ ...mail, about_id }, tx);
}
