import { fork } from 'node:child_process';
import { once } from 'node:events';
import { BUSY_DAYS_AHEAD, type BusyProblem } from '@kindpal/contract/notification/schema';
import { and, eq, sql } from 'drizzle-orm';
import { decrypt } from '../../access/encrypt.ts';
import { busyCalendars, busyTimes } from '../../db/schema/notification.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { BUSY_CALENDAR } from '../policy.ts';
import { KNOWN_TIME_ZONE } from '../queries.ts';
import { READ_EVERY_MS } from './busy-calendar.ts';
import type { BusyAnswer, BusyQuestion } from './busy-process.ts';
import type { BusyTime } from './busy-times.ts';
import { turnOfCalendarIn } from './calendar-turn.ts';
import { fetchCalendar } from './fetch-calendar.ts';

const PROGRAM = new URL('./busy-process.ts', import.meta.url);
const AT_ONCE = 500;

/**
 * Creates a task for each calendar that is due, in one statement, except for suspended members. One
 * that is due later than any should be was written by a clock that was ahead.
 */
const HAND_OVER = `
  WITH due AS (
    SELECT calendar.member_id FROM busy_calendars calendar
    WHERE calendar.due_at <= $1::timestamptz
      OR calendar.due_at > $1::timestamptz + $2::int * interval '1 millisecond' + interval '1 minute'
    ORDER BY calendar.due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE busy_calendars SET due_at = $1::timestamptz + $2::int * interval '1 millisecond'
    FROM due WHERE busy_calendars.member_id = due.member_id RETURNING busy_calendars.member_id)
  SELECT count(graphile_worker.add_job('read_busy_calendar',
    json_build_object('id', taken.member_id),
    queue_name => ${turnOfCalendarIn('taken.member_id')}))::int AS taken
  FROM taken JOIN users member ON member.id = taken.member_id AND member.suspended_at IS NULL`;

/** Enqueues the calendars that are due to be read again. */
export async function queueBusyCalendars({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await db.prepared('busy-calendars-due', HAND_OVER, [clock.now(), READ_EVERY_MS]);
}

const CALENDAR = `SELECT calendar.sealed_url, coalesce(${KNOWN_TIME_ZONE}, 'UTC') AS time_zone
  FROM busy_calendars calendar JOIN users member ON member.id = calendar.member_id
  LEFT JOIN notification_settings settings ON settings.member_id = member.id
  LEFT JOIN jobs job ON false
  WHERE calendar.member_id = $1`;

type CalendarRow = { sealed_url: string; time_zone: string };

/**
 * Reads a member's own calendar and replaces their busy times. On failure they stay, the reason
 * is recorded, and it is read again when due. [V1]
 */
export async function readBusyCalendar(
  services: Services,
  { id }: { id: string },
  { signal }: TaskAttempt,
): Promise<void> {
  const { db, env, secret } = services;
  const [row] = await db.jsonRows<CalendarRow>({
    name: 'busy-calendar',
    text: CALENDAR,
    values: [id],
  });
  if (!row) return;
  const url = decrypt(secret, BUSY_CALENDAR, row.sealed_url);
  const file = url ? await fetchCalendar(env, url, signal) : { problem: 'unreachable' as const };
  if ('problem' in file) return noteProblem(services, { id, ...row }, file.problem);
  const now = services.clock.now().getTime();
  const question = {
    text: file.text,
    from: now,
    to: now + BUSY_DAYS_AHEAD * 86_400_000,
    host: new URL(env.appUrl).hostname,
  };
  const times = await findBusyTimes(question, row.time_zone);
  if (!times) return noteProblem(services, { id, ...row }, 'no_calendar');
  await keepTimes(services, { id, ...row }, times);
}

/**
 * Parses in a separate process without secrets, because a stranger's file may hang or crash it:
 * it is killed after `calendarRead`. Null if it is not a calendar.
 */
async function findBusyTimes(question: BusyQuestion, timeZone: string): Promise<BusyAnswer> {
  const child = fork(PROGRAM, {
    execArgv: ['--max-old-space-size=128'],
    env: { TZ: timeZone },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let fault: Error | undefined;
  child.on('error', (error) => {
    fault = error;
  });
  // Without a free file descriptor it has no channel, and the error comes later.
  if (!child.connected) throw new Error('The process that reads calendars cannot start');
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(TIMEOUTS.calendarRead)]);
  try {
    const answer = once(child, 'message', { signal }) as Promise<[BusyAnswer]>;
    const end = once(child, 'exit', { signal }).then((): [BusyAnswer] => [null]);
    child.send(question, () => undefined);
    const [times] = await Promise.race([answer, end]);
    return times;
  } catch {
    // It never saw the calendar.
    if (fault) throw fault;
    return null;
  } finally {
    done.abort();
    child.kill('SIGKILL');
  }
}

type Read = { id: string; sealed_url: string };

/** The calendar that was read, unless its member changed or removed it meanwhile. */
const isStill = ({ id, sealed_url }: Read) =>
  and(eq(busyCalendars.member_id, id), eq(busyCalendars.sealed_url, sealed_url));

async function noteProblem({ db }: Services, read: Read, problem: BusyProblem): Promise<void> {
  await db.drizzle.update(busyCalendars).set({ problem }).where(isStill(read));
}

async function keepTimes({ db, clock }: Services, read: Read, times: BusyTime[]): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const kept = await tx
      .update(busyCalendars)
      .set({ read_at: clock.now(), problem: null })
      .where(isStill(read))
      .returning({ id: busyCalendars.member_id });
    if (kept.length === 0) return;
    await tx.delete(busyTimes).where(eq(busyTimes.member_id, read.id));
    await tx.execute(sql`INSERT INTO busy_times (member_id, start_date, end_date)
      SELECT ${read.id}::uuid, to_timestamp(time.start / 1000.0), to_timestamp(time.end / 1000.0)
      FROM jsonb_to_recordset(${JSON.stringify(times.map(([start, end]) => ({ start, end })))}::jsonb)
        AS time (start float8, "end" float8)`);
  });
}
