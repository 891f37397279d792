import { DECISION_KINDS, type ModerationSummary } from '@kindpal/contract/moderation/schema';
import { SUMMARY_MIN } from '@kindpal/contract/moderation/summary';
import type { RequestContext } from '../access/context.ts';
import type { Database } from '../db/client.ts';

/**
 * Full months, so that nobody learns of a report of them: until then the count would be one higher
 * a moment after a quarrel.
 */
const UNTIL = `date_trunc('month', now(), 'UTC')`;
const SINCE = `${UNTIL} - interval '12 months'`;
/** Whether something happened in these months (SQL); what happens to it later counts later. */
const isWithin = (at: string) => `(${at} >= ${SINCE} AND ${at} < ${UNTIL})`;
const NOT_WITHDRAWN = `(withdrawn_at IS NULL OR withdrawn_at >= ${UNTIL})`;
const kinds = DECISION_KINDS.map((kind) => `'${kind}', count(*) FILTER (WHERE kind = '${kind}')`);

const SUMMARY = `SELECT
  (SELECT count(*)::int FROM reports WHERE ${isWithin('created_at')} AND signal IS NULL
      AND ${NOT_WITHDRAWN}) AS reports,
  decided.decisions, decided.appeals, decided.appeals_granted,
  (SELECT CASE WHEN count(*) >= ${SUMMARY_MIN} THEN round(extract(epoch FROM
      percentile_cont(0.5) WITHIN GROUP (ORDER BY decided_at - created_at)) / 60)::int END
    FROM reports WHERE ${isWithin('decided_at')} AND signal IS NULL
      AND withdrawn_at IS NULL) AS median_minutes
  FROM (SELECT json_build_object(${kinds.join(', ')}) AS decisions,
      count(*) FILTER (WHERE appealed_at < ${UNTIL})::int AS appeals,
      count(*) FILTER (WHERE appeal_decision = 'granted' AND appeal_decided_at < ${UNTIL})::int
        AS appeals_granted
    FROM moderation_decisions WHERE ${isWithin('created_at')}) decided`;

type Counted = Omit<ModerationSummary, 'decisions'> & { decisions: Record<string, number> };

/** Visitors can request it: it is counted once per this time, however many do. */
const KEPT_MS = 10 * 60_000;
type Kept = { until: number; summary: Promise<ModerationSummary> };
const keptOf = new WeakMap<Database, Kept>();

/** Staff decisions of the last 12 full months, in numbers. [S4] */
export function getSummary({ context }: { context: RequestContext }): Promise<ModerationSummary> {
  const { db, clock } = context.services;
  const now = clock.now().getTime();
  const kept = keptOf.get(db);
  if (kept && kept.until > now) return kept.summary;
  const summary = countDecisions(db);
  keptOf.set(db, { until: now + KEPT_MS, summary });
  // A failure is not cached.
  summary.catch(() => keptOf.delete(db));
  return summary;
}

/** Counts the decisions; see `getSummary`, which caches the result. */
export async function countDecisions(db: Database): Promise<ModerationSummary> {
  const [row] = await db.jsonRows<Counted>({
    name: 'moderation-summary',
    text: SUMMARY,
    values: [],
  });
  if (!row) throw new Error('the summary brought no row');
  const { reports, appeals, appeals_granted, median_minutes, decisions } = row;
  return {
    reports: rough(reports),
    decisions: Object.fromEntries(
      DECISION_KINDS.map((kind) => [kind, rough(decisions[kind] ?? 0)]),
    ) as ModerationSummary['decisions'],
    appeals: rough(appeals),
    appeals_granted: rough(appeals_granted),
    median_minutes,
  };
}

/** Null for a number that could identify somebody. */
function rough(count: number | null): number | null {
  return count !== null && count > 0 && count < SUMMARY_MIN ? null : count;
}
