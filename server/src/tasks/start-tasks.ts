import { Logger, parseCronItems, run, runOnce, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { pruneExpiredSessions } from '../account/prune-expired-sessions.ts';
import { sendResetLink } from '../account/send-reset-link.ts';
import { withoutContents } from '../log/describe-fault.ts';
import { deliverQueuedMail } from '../mail/deliver-queued-mail.ts';
import type { Services } from '../services.ts';
import { forgetFutureRuns } from './forget-future-runs.ts';
import { pruneRateLimits } from './prune-rate-limits.ts';
import type { TaskName, TaskPayloads } from './task-queue.ts';

type PeriodicTask = (services: Services) => Promise<unknown>;

/** Periodic work of nouns that this folder does not know. */
export type PeriodicTasks = {
  expireJobs: PeriodicTask;
  confirmCompletedJobs: PeriodicTask;
  pruneChangeEvents: PeriodicTask;
  removeOrphanImages: PeriodicTask;
};

const queued: {
  [Name in TaskName]: (services: Services, payload: TaskPayloads[Name]) => Promise<void>;
} = { send_mail: deliverQueuedMail, send_reset_link: sendResetLink };

/** When periodic work is due, as in a crontab (UTC). */
const TIMES = {
  expireJobs: '* * * * *',
  confirmCompletedJobs: '*/5 * * * *',
  pruneChangeEvents: '*/10 * * * *',
  removeOrphanImages: '17 * * * *',
  pruneRateLimits: '*/15 * * * *',
  pruneExpiredSessions: '37 * * * *',
};

/** Two tasks at once, one connection that listens, one to spare: requests keep their own pool. */
const CONCURRENCY = 2;
const CONNECTIONS = CONCURRENCY + 2;

/**
 * Works off queued and periodic tasks in this process; any number of nodes may, each task runs
 * once. Gives the function that stops: it waits for those under way.
 */
export async function startTasks(
  services: Services,
  periodic: PeriodicTasks,
): Promise<() => Promise<void>> {
  await forgetFutureRuns(services);
  const { connectionString } = services.db.pool.options;
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'kindpal-tasks',
  });
  // A connection that breaks is replaced; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const all = { ...periodic, pruneRateLimits, pruneExpiredSessions };
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerOf(services),
    taskList: { ...queuedTasks(services), ...periodicTasks(services, all) },
    parsedCronItems: parseCronItems(
      Object.entries(TIMES).map(([task, match]) => ({
        task,
        match,
        // One that failed or was missed is made good by the next; it need not pile up.
        options: { maxAttempts: 1, backfillPeriod: 0 },
      })),
    ),
  });
  return async () => {
    await runner.stop();
    await pool.end();
  };
}

/** Works off what is queued and due now, then ends. */
export async function runDueTasks(services: Services): Promise<void> {
  await runOnce({
    pgPool: services.db.pool,
    noHandleSignals: true,
    logger: loggerOf(services),
    taskList: queuedTasks(services),
  });
}

function queuedTasks(services: Services): TaskList {
  return Object.fromEntries(
    Object.entries(queued).map(([name, task]) => [
      name,
      (payload: unknown) => nameFaults(task(services, payload as never)),
    ]),
  );
}

function periodicTasks(services: Services, tasks: Record<string, PeriodicTask>): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async () => {
        await nameFaults(task(services));
      },
    ]),
  );
}

/** The worker writes what a task throws into the log and its table: without what was in the query. */
async function nameFaults(task: Promise<unknown>): Promise<void> {
  await task.catch((error: unknown) => {
    throw withoutContents(error);
  });
}

/** What the worker says of every task is detail; what went wrong is not. */
function loggerOf({ log }: Services): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message) => {
    // The first line says what happened; the others are a stack that repeats a message.
    log[levels[level]]({ from: 'tasks' }, message.split('\n')[0]);
  });
}
