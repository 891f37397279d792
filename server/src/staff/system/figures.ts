import { ANALYTICS_WEEKS, type Stats, type WeekFigures } from '@kindpal/contract/staff/figures';
import type { MemberContext } from '../../access/context.ts';
import { countWaiting } from '../../feedback/queries.ts';
import { MODERATES } from '../../review/policy.ts';
import { countFailed, measureLatency } from './health.ts';

type Call = { context: MemberContext };
type Counted = Omit<Stats, 'completion_rate' | 'support_tickets' | 'alerts' | 'health'>;

/**
 * One scan per table: filtered aggregates need no second one. $2 is the staff member: with the
 * reviews of their own jobs, the count would reveal that the other side has written one.
 */
const STATS = `SELECT member.*, job.*, review.*
  FROM (
    SELECT count(*) AS total_users,
      count(*) FILTER (WHERE created_at >= $1) AS new_users_this_month
    FROM users WHERE erased_at IS NULL
  ) member, (
    SELECT count(*) AS total_jobs,
      count(*) FILTER (WHERE status = 'open') AS active_jobs,
      count(*) FILTER (WHERE status = 'completed') AS completed_jobs,
      coalesce(sum(total_amount), 0) AS posted_value,
      coalesce(sum(total_amount) FILTER (WHERE status = 'completed'), 0) AS completed_value
    FROM jobs
  ) job, (
    SELECT count(*) AS pending_reviews FROM reviews review
    WHERE published_at IS NULL AND ${MODERATES.replaceAll('?', '$2::uuid')}
  ) review`;

/** The figures of the admin dashboard, counted in the database. [S2] */
export async function getStats({ context }: Call): Promise<Stats> {
  const { services, actor } = context;
  const now = services.clock.now();
  const [[counted], waiting, failed] = await Promise.all([
    services.db.jsonRows<Counted>({
      name: 'admin-stats',
      text: STATS,
      values: [firstOfMonth(now), actor.id],
    }),
    countWaiting(services.db.drizzle, { staffId: actor.id, now }),
    countFailed(services),
  ]);
  // Alone, because next to other statements it would mostly wait for them.
  const database_latency_ms = await measureLatency(services);
  if (!counted) throw new Error('The figures could not be counted');
  const { total_jobs, completed_jobs } = counted;
  const completion_rate = total_jobs === 0 ? 0 : Math.round((completed_jobs / total_jobs) * 100);
  const alerts = [
    { kind: 'overdue_feedback' as const, count: waiting.overdue },
    { kind: 'failed_mails' as const, count: failed.mails },
    { kind: 'failed_tasks' as const, count: failed.tasks },
  ];
  return {
    ...counted,
    completion_rate,
    support_tickets: waiting.open,
    alerts: alerts.filter(({ count }) => count > 0),
    health: { database_latency_ms },
  };
}

function firstOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
}

/** Counts a table's rows by the week of a column; $1 is the first Monday, $2 the end. */
const perWeek = (name: string, table: string, at: string) => `LEFT JOIN (
    SELECT date_trunc('week', ${at}) AS week, count(*) AS ${name}
    FROM ${table} WHERE ${at} >= $1 AND ${at} < $2 GROUP BY 1
  ) AS by_${name} USING (week)`;

/** Messages about jobs and between two members; only their number. */
const MESSAGES = `(SELECT created_at FROM messages
  UNION ALL SELECT created_at FROM conversation_messages) AS said`;

const COUNTED = {
  new_members: ['users', 'created_at'],
  jobs_posted: ['jobs', 'created_at'],
  jobs_claimed: ['job_claims', 'claimed_at'],
  jobs_completed: ['job_claims', 'completed_at'],
  messages: [MESSAGES, 'created_at'],
  invites_used: ['invites', 'used_at'],
} as const;

const ANALYTICS = `SELECT to_char(week, 'YYYY-MM-DD') AS week,
    ${Object.keys(COUNTED)
      .map((name) => `coalesce(${name}, 0) AS ${name}`)
      .join(', ')}
  FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 week', '1 week') AS week
  ${Object.entries(COUNTED)
    .map(([name, [table, at]]) => perWeek(name, table, at))
    .join('\n  ')}
  ORDER BY week`;

/** The figures of the last weeks, the current one last; counts only. [S4] */
export async function getAnalytics({ context }: Call): Promise<WeekFigures[]> {
  const { db, clock } = context.services;
  const end = nextMonday(clock.now());
  const start = new Date(end);
  start.setUTCDate(end.getUTCDate() - 7 * ANALYTICS_WEEKS);
  return db.jsonRows<WeekFigures>({
    name: 'admin-analytics',
    text: ANALYTICS,
    values: [start, end],
  });
}

/** The end of this week (UTC): PostgreSQL's weeks also start on Monday. */
function nextMonday(now: Date): Date {
  const daysLeft = 7 - ((now.getUTCDay() + 6) % 7);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysLeft));
}
