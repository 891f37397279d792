import type { report } from '@kindpal/contract/report/contract';
import {
  type QueuedReport,
  REPORTS_COUNTED,
  type ReportState,
} from '@kindpal/contract/report/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { countUpTo } from '../db/count-up-to.ts';
import { type Condition, newest, pageStatement } from '../db/page-statement.ts';
import { memberNameOf } from '../member/member-card.ts';
import { APPEAL_WAITS, readsDecision } from '../moderation/policy.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { decodeKey, encodeKey, type KeyPart } from '../transport/cursor.ts';
import { HANDLES } from './policy.ts';

const named = (id: string) => memberNameOf(`report.${id}`);

/**
 * The columns of `QueuedReport`, over `report`; names are looked up only for the rows of a page.
 */
export const QUEUED_COLUMNS = `report.id, report.subject_type, report.reason,
    report.signal, report.urgency,
    report.created_at, report.decided_at, ${named('member_id')} AS member,
    ${named('reporter_id')} AS reporter, ${named('assigned_to')} AS assigned_to,
    (SELECT decision.kind FROM moderation_decisions decision WHERE decision.id = report.decision_id)
      AS decided_as`;

const QUEUED = `SELECT ${QUEUED_COLUMNS} FROM reports report`;

type Listing = {
  where: (staffId: string) => Condition;
  order: [string, string][];
  key: readonly KeyPart[];
  keyOf: (row: QueuedReport) => (string | number)[];
  isAscending: boolean;
};

const WAITING: Omit<Listing, 'where'> = {
  order: [
    ['report.urgency', 'int'],
    ['report.created_at', 'timestamptz'],
    ['report.id', 'uuid'],
  ],
  key: ['integer', 'moment', 'id'],
  keyOf: ({ urgency, created_at, id }) => [urgency, created_at, id],
  isAscending: true,
};

const LISTINGS: Record<ReportState, Listing> = {
  open: { ...WAITING, where: () => ({ name: '', text: 'report.decided_at IS NULL' }) },
  mine: {
    ...WAITING,
    where: (staffId) => ({
      name: 'mine',
      text: 'report.decided_at IS NULL AND report.assigned_to = ?',
      value: staffId,
    }),
  },
  decided: {
    where: () => ({
      name: 'decided',
      text: 'report.decided_at IS NOT NULL AND report.withdrawn_at IS NULL',
    }),
    order: newest('report.decided_at', 'report.id'),
    key: ['moment', 'id'],
    keyOf: ({ decided_at, id }) => [decided_at ?? '', id],
    isAscending: false,
  },
};

/** Reports by urgency and age, without those that involve the staff member; logged. [S4] */
export async function listReports({ input, context }: MemberCall<typeof report.list>) {
  const { services, actor } = context;
  const { state, cursor, limit } = input;
  const { where, order, key, keyOf, isAscending } = LISTINGS[state];
  const rows = await services.db.jsonRows<QueuedReport>(
    pageStatement({
      name: 'reports',
      select: QUEUED,
      where: [where(actor.id), { name: '', text: HANDLES, value: actor.id }],
      order,
      isAscending,
      after: decodeKey(cursor, key),
      limit: limit + 1,
    }),
  );
  const items = rows.slice(0, limit);
  const ids = items.map(({ id }) => id);
  await recordView(context, { action: 'reports_read', target_type: 'report', ids });
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encodeKey(keyOf(last)) : null };
}

const counted = (rows: string) => countUpTo(REPORTS_COUNTED, rows);

/** For staff member $1, with the rows of their lists: others would reveal a report about them. */
const COUNT = `SELECT ${counted(`reports report WHERE decided_at IS NULL AND ${HANDLES.replaceAll('?', '$1')}`)} AS open,
  ${counted(`moderation_decisions decision WHERE ${APPEAL_WAITS} AND ${readsDecision('$1')}`)} AS appeals,
  (SELECT round(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY took)) / 60)::int
    FROM (SELECT decided_at - created_at AS took FROM reports report
      WHERE decided_at > now() - interval '30 days' AND withdrawn_at IS NULL
        AND ${HANDLES.replaceAll('?', '$1')}
      ORDER BY decided_at DESC LIMIT ${REPORTS_COUNTED}) lately) AS median_minutes`;

/**
 * The number of waiting reports and the median time of the last 30 days' decisions, without reports
 * that involve the staff member. [S4]
 */
export async function countReports({ context: { services, actor } }: { context: MemberContext }) {
  const [row] = await services.db.jsonRows<{
    open: number;
    appeals: number;
    median_minutes: number | null;
  }>({ name: 'reports-count', text: COUNT, values: [actor.id] });
  return row ?? { open: 0, appeals: 0, median_minutes: null };
}
