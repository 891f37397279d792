import type { HearingSide } from '@kindpal/contract/hearing/schema';
import type { DecisionKind } from '@kindpal/contract/moderation/schema';
import type { report } from '@kindpal/contract/report/contract';
import type { QueuedReport, ReportSide, StaffReport } from '@kindpal/contract/report/schema';
import type { Actor } from '../access/actor.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Database } from '../db/client.ts';
import { countUpTo } from '../db/count-up-to.ts';
import { listHearingsOf } from '../hearing/list-hearings.ts';
import { canDecideAbout, roleOf } from '../moderation/policy.ts';
import { presentStaffDecision } from '../moderation/present.ts';
import { listDecisionsAbout } from '../moderation/queries.ts';
import { findReadingOf } from '../reading/list-readings.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { notFound } from '../transport/refusal.ts';
import { AGAINST_MEMBER, decisionsFor, HANDLES, TAKEN_FOR } from './policy.ts';
import { QUEUED_COLUMNS } from './staff-reports.ts';

type Row = QueuedReport &
  Pick<StaffReport, 'subject_id' | 'details' | 'snapshot' | 'taken_until' | 'same_open'> & {
    is_stale: boolean;
  };

const REPORT = `SELECT ${QUEUED_COLUMNS}, report.subject_id, report.details, report.snapshot,
    coalesce(report.assigned_at < now() - ${TAKEN_FOR}, true) AS is_stale,
    CASE WHEN report.assigned_to IS NOT NULL AND report.decided_at IS NULL
      THEN report.assigned_at + ${TAKEN_FOR} END AS taken_until,
    (SELECT count(*)::int FROM reports same WHERE same.subject_id = report.subject_id
      AND same.subject_type = report.subject_type AND same.decided_at IS NULL
      AND same.signal IS NOT DISTINCT FROM report.signal) AS same_open
  FROM reports report WHERE report.id = $1 AND report.withdrawn_at IS NULL
    AND ${HANDLES.replaceAll('?', '$2::uuid')}`;

/** A member's figures are counted up to this many. */
const COUNTED_AT_MOST = 1_000;
const counted = (rows: string) => countUpTo(COUNTED_AT_MOST, rows);

/** Figures leave out reports that staff member $2 does not handle: they would reveal them. */
const HANDLED = HANDLES.replaceAll('?', '$2::uuid');
const REPORTS_MADE = `reports report WHERE report.reporter_id = member.id AND ${HANDLED}`;
const REPORTS_ABOUT = `reports report WHERE report.member_id = member.id AND ${HANDLED}`;

const SIDE = `SELECT member.id, member.full_name, member.created_at,
    CASE WHEN member.erased_at IS NULL THEN member.suspended_at END AS suspended_at,
    member.erased_at IS NOT NULL AS has_left,
    ${roleOf('member.id')} AS app_role,
    ${counted('jobs WHERE owner_id = member.id')} AS jobs_posted,
    ${counted(`job_claims WHERE sitter_id = member.id AND end_reason = 'completed'`)} AS jobs_done,
    ${counted(`${REPORTS_MADE} AND report.withdrawn_at IS NULL`)} AS reports_made,
    ${counted(`${REPORTS_MADE} AND report.withdrawn_at IS NOT NULL`)} AS reports_withdrawn,
    ${counted(`${REPORTS_MADE} AND EXISTS (SELECT FROM moderation_decisions decision
      WHERE decision.id = report.decision_id AND decision.kind <> 'dismiss')`)} AS reports_upheld,
    ${counted(`${REPORTS_ABOUT} AND report.signal IS NULL AND report.withdrawn_at IS NULL`)} AS reports_about
  FROM users member WHERE member.id = $1`;

/** The most decisions shown per side, newest first. */
const DECISIONS_SHOWN = 5;

/** A report with its copy, both sides and earlier decisions; logged. Throws NOT_FOUND. [S4] */
export async function getReport({
  input,
  context,
}: MemberCall<typeof report.get>): Promise<StaffReport> {
  return showReport(context, input.id);
}

/** The same, after an action on it. */
export async function showReport(context: MemberContext, id: string): Promise<StaffReport> {
  const { services, actor } = context;
  const values = [id, actor.id];
  const [row] = await services.db.jsonRows<Row>({ name: 'report', text: REPORT, values });
  if (!row) throw notFound();
  const [member, reporter, hearings, reading] = await Promise.all([
    findSide(services.db, actor, row.member.id),
    row.reporter && findSide(services.db, actor, row.reporter.id),
    listHearingsOf(services.db, id),
    findReadingOf(services.db, id, actor.id),
  ]);
  if (!member) throw notFound();
  const read = { action: 'reports_read', target_type: 'report', shown: 'whole' } as const;
  const also = [member, reporter].flatMap((side) => side?.decisions.map(({ id }) => id) ?? []);
  await recordView(context, { ...read, target_id: row.id, also });
  const { is_stale, ...shown } = row;
  const isMine = row.assigned_to?.id === actor.id;
  const isOpen = row.decided_at === null;
  const mayDecide = !member.has_left && canDecideAbout(actor, member);
  const isHearing =
    row.reason !== 'danger' && hearings.some(({ side, is_open }) => side === 'member' && is_open);
  const waits = (kind: DecisionKind) => isHearing && AGAINST_MEMBER.includes(kind);
  const isAboutChat = row.subject_type === 'message' || row.subject_type === 'conversation';
  const isRead = reading?.state === 'asked' || reading?.state === 'open';
  return {
    ...shown,
    hearings,
    reading,
    sides: { member, reporter: reporter ?? null },
    can: {
      take: isOpen && !isMine && (row.assigned_to === null || is_stale),
      give_back: isOpen && isMine,
      decide:
        isOpen && isMine
          ? decisionsFor(row, { mayDecide, member }).filter((kind) => !waits(kind))
          : [],
      ask: isOpen && isMine ? sidesToAsk({ member, reporter: reporter ?? null }, hearings) : [],
      ask_to_read: isOpen && isMine && isAboutChat && !isRead,
    },
  };
}

/** The sides that have not been asked yet, and can sign in to answer. */
function sidesToAsk(sides: StaffReport['sides'], asked: StaffReport['hearings']): HearingSide[] {
  return (['member', 'reporter'] as const).filter((side) => {
    const who = sides[side];
    return who && !who.has_left && !who.suspended_at && !asked.some((one) => one.side === side);
  });
}

async function findSide(db: Database, actor: Actor, id: string): Promise<ReportSide | undefined> {
  const [row] = await db.jsonRows<Omit<ReportSide, 'decisions'>>({
    name: 'report-side',
    text: SIDE,
    values: [id, actor.id],
  });
  if (!row) return undefined;
  const decisions = await listDecisionsAbout(db, {
    memberId: id,
    staffId: actor.id,
    limit: DECISIONS_SHOWN,
  });
  return { ...row, decisions: decisions.map((one) => presentStaffDecision(one, actor)) };
}
