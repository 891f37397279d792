import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JobHelpers,
  parseCronItems,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { resendEmailChange } from '../account/email/resend-email-change.ts';
import { sendResetLink } from '../account/password/send-reset-link.ts';
import { sendSignInCode } from '../account/sign-in/send-sign-in-code.ts';
import { textCode } from '../account/sign-in/text-code.ts';
import { warnOfFailures } from '../account/sign-in/warn-of-failures.ts';
import { makeArchive } from '../archive/make-archive.ts';
import { openDatabase } from '../db/client.ts';
import { removeStoredMails } from '../deletion/remove-stored-mails.ts';
import { removeImage } from '../file/remove-image.ts';
import { withoutContents } from '../log/describe-fault.ts';
import { deliverQueuedMail } from '../mail/deliver-queued-mail.ts';
import { readBusyCalendar } from '../notification/calendar/read-busy-calendar.ts';
import { deliverDigest } from '../notification/delivery/deliver-digest.ts';
import { deliverNotification } from '../notification/delivery/deliver-notification.ts';
import { deliverNotifications } from '../notification/delivery/deliver-notifications.ts';
import { deliverPush } from '../notification/push/deliver-push.ts';
import { announceJob } from '../notification/queue/announce-job.ts';
import type { Services } from '../services.ts';
import { deliverQueuedSms } from '../sms/deliver-queued-sms.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import { holdTasks } from './hold-tasks.ts';
import { keepWorking, type Workers, workerLogger } from './keep-working.ts';
import { resetFutureRuns } from './reset-future-runs.ts';
import { attemptOf } from './task-attempt.ts';
import { TaskPool } from './task-pool.ts';
import {
  createTaskQueue,
  type TaskAttempt,
  type TaskName,
  type TaskPayloads,
} from './task-queue.ts';

/**
 * Scheduled tasks by name, under which PostgreSQL notes when they ran: the schedule, as in a
 * crontab (UTC), and the work.
 */
export type PeriodicTasks = Record<
  string,
  readonly [at: string, run: (services: Services) => Promise<unknown>]
>;

type QueuedTask<Name extends TaskName> = (
  services: Services,
  payload: TaskPayloads[Name],
  attempt: TaskAttempt,
) => Promise<void>;

type Tasks = { [Name in TaskName]?: QueuedTask<Name> };

/** Tasks that depend only on the database. */
const inside = {
  send_reset_link: sendResetLink,
  send_sign_in_code: sendSignInCode,
  text_code: textCode,
  resend_email_change: resendEmailChange,
  warn_of_failures: warnOfFailures,
  announce_job: announceJob,
} satisfies Tasks;

/** Tasks that wait for external servers have separate workers, because all of those may hang. */
const mail = {
  send_mail: deliverQueuedMail,
  deliver_notification: deliverNotification,
  deliver_notifications: deliverNotifications,
  deliver_digest: deliverDigest,
} satisfies Tasks;

/** The same for the SMS provider and stored files: no email waits for them. */
const outside = {
  send_sms: deliverQueuedSms,
  remove_image: removeImage,
  make_archive: makeArchive,
  remove_stored_mails: removeStoredMails,
} satisfies Tasks;

/** The same for servers that members choose: any of them may name some that hang. */
const chosen = {
  deliver_push: deliverPush,
  read_busy_calendar: readBusyCalendar,
} satisfies Tasks;

/** A queued task that no kind of worker runs is a type error here. */
const everyTask: { [Name in TaskName]: QueuedTask<Name> } = {
  ...inside,
  ...mail,
  ...outside,
  ...chosen,
};

const INSIDE_WORKERS = 2;
const MAIL_WORKERS = 4;
/** Each may hold a connection for an archive: fewer than `TASK_DATABASE`, for the others. */
const OUTSIDE_WORKERS = 3;
const CHOSEN_WORKERS = 4;
/**
 * Each kind of workers uses one connection to listen; the rest is shared for short statements.
 */
const CONNECTIONS = 4 + 2;
/** Connections for the tasks' own queries. */
const TASK_DATABASE = 4;

/**
 * Runs queued and scheduled tasks in this process; any number of nodes may do so, and each task
 * runs once. Returns a function that stops: it waits for running tasks, then aborts them.
 */
export async function startTasks(
  services: Services,
  periodic: PeriodicTasks = {},
): Promise<() => Promise<void>> {
  const { log } = services;
  const databaseUrl = services.db.pool.options.connectionString as string;
  const pool = new TaskPool(databaseUrl, { size: CONNECTIONS, log });
  const db = openDatabase(databaseUrl, {
    size: TASK_DATABASE,
    statementTimeout: TIMEOUTS.backgroundStatement,
  });
  // Background work and requests never take connections from each other.
  const own = { ...services, db, tasks: createTaskQueue({ db }) };
  const workers: Workers[] = [];
  const hold = holdTasks({ databaseUrl, workers: () => workers.map((one) => one.name()), log });
  workers.push(
    await keepWorking({
      pool,
      log,
      repair: () => resetFutureRuns(own),
      work: {
        concurrency: INSIDE_WORKERS,
        taskList: { ...queuedTasks(own, inside, hold.lost), ...periodicTasks(own, periodic) },
        parsedCronItems: parseCronItems(
          Object.entries(periodic).map(([task, [match]]) => ({
            task,
            match,
            // A failed or missed run is made up for by the next; runs need not pile up.
            options: { maxAttempts: 1, backfillPeriod: 0 },
          })),
        ),
      },
    }),
    await startWorkers(MAIL_WORKERS, mail),
    await startWorkers(OUTSIDE_WORKERS, outside),
    await startWorkers(CHOSEN_WORKERS, chosen),
  );

  function startWorkers(concurrency: number, tasks: Tasks): Promise<Workers> {
    const taskList = queuedTasks(own, tasks, hold.lost);
    return keepWorking({ pool, log, work: { concurrency, taskList, parsedCronItems: [] } });
  }

  return async () => {
    await Promise.all(workers.map((one) => one.stop()));
    await pool.close(STOP.connections);
    // Until here, finished tasks could still be recorded, and nobody may take them over.
    await Promise.all([hold.stop(), db.close()]);
  };
}

/** Runs what is queued and due now, then ends. */
export async function runDueTasks(services: Services): Promise<void> {
  const { pool } = services.db;
  const never = new AbortController().signal;
  const taskList = queuedTasks(services, everyTask, () => never);
  const started: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('job:start', ({ job }) => started.push(job.id));
  for (let isDue = true; isDue; ) {
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: workerLogger(services.log),
      taskList,
      events,
    });
    // The runner does not wait until the results of its tasks are recorded.
    while ((await pool.query(UNDER_WAY, [started])).rowCount !== 0) await sleep(LOOK_MS);
    isDue = (await pool.query(DUE, [Object.keys(taskList)])).rowCount !== 0;
  }
}

const LOOK_MS = 5;
const UNDER_WAY = `SELECT FROM graphile_worker.jobs
  WHERE id = ANY($1::bigint[]) AND locked_at IS NOT NULL LIMIT 1`;
const DUE = `SELECT FROM graphile_worker.jobs WHERE task_identifier = ANY($1)
  AND run_at <= now() AND attempts < max_attempts AND locked_at IS NULL LIMIT 1`;

function queuedTasks(services: Services, tasks: Tasks, lost: () => AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { abortSignal, job }: JobHelpers) => {
        const signal = AbortSignal.any(abortSignal ? [abortSignal, lost()] : [lost()]);
        await nameFaults(task(services, payload as never, attemptOf(job, signal)));
      },
    ]),
  );
}

function periodicTasks(services: Services, tasks: PeriodicTasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, [, run]]) => [
      name,
      async () => {
        await nameFaults(run(services));
      },
    ]),
  );
}

/** The worker logs and stores a task's error: this removes query contents from it. */
async function nameFaults(task: Promise<unknown>): Promise<void> {
  await task.catch((error: unknown) => {
    throw withoutContents(error);
  });
}
