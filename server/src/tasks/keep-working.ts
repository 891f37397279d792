import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  type Worker,
  type WorkerPool,
} from 'graphile-worker';
import type { Logger as Log } from 'pino';
import { STOP } from '../timeouts.ts';
import { LostAnswer, type TaskPool } from './task-pool.ts';

/** Workers that run until they are stopped. */
export type Workers = {
  /** The name under which they lock tasks now. */
  name(): string;
  /** Waits for running tasks, aborts them after a while, and always ends. */
  stop(): Promise<void>;
};

const PAUSE_MS = 1_000;
/** Timers may fire a little early; only a clock that was set back makes one this early. */
const EARLY_MS = 60_000;

/**
 * Runs workers on a pool and restarts them if they end on their own. If the answer to a request for
 * a task is lost, as after a suspension of the machine, the workers may have locked a task that
 * they do not know: they are replaced, and the tasks under their name released (`holdTasks`). They
 * are also replaced when the clock was set back: else they would schedule nothing until the former
 * time comes.
 */
export async function keepWorking(options: {
  pool: TaskPool;
  log: Log;
  work: Pick<RunnerOptions, 'concurrency' | 'taskList' | 'parsedCronItems'>;
  /** Repairs what a clock that is ahead, of this node or another, has noted about schedules. */
  repair?: () => Promise<void>;
  /** The worker runner; tests make it fail. */
  begin?: typeof run;
}): Promise<Workers> {
  const { pool, log, work, repair = async () => {}, begin = run } = options;
  let stopping = false;
  let { runner, name } = await start();
  const keeping = keep();

  async function start(): Promise<{ runner: Runner; name: string }> {
    await repair();
    const events = new EventEmitter();
    let created: WorkerPool | undefined;
    events.on('pool:create', ({ workerPool }) => {
      created = workerPool;
    });
    const released = new WeakSet<Worker>();
    events.on('worker:release', ({ worker }) => released.add(worker));
    events.on('worker:getJob:error', ({ error, worker }) => {
      // It would fail with this error, which the library prints whole: this makes it end first.
      if (released.has(worker)) worker.release(true);
      // Later, because a worker that is stopped within this event fails.
      if (error instanceof LostAnswer) {
        setImmediate(() => replace('the answer to a request for a task was lost'));
      }
    });
    events.on('cron:prematureTimer', ({ expectedTimestamp, currentTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > EARLY_MS) replace('the clock was set back');
    });
    events.on('cron:scheduled', () => {
      repair().catch((err) => log.error({ err }, 'the schedule could not be checked'));
    });
    const started = await begin({
      ...work,
      pgPool: pool,
      events,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP.tasks,
      logger: workerLogger(log),
    });
    return { runner: started, name: created?.id ?? '' };
  }

  function replace(why: string): void {
    if (stopping) return;
    log.warn(why);
    // It rejects if they are being stopped already.
    runner.stop().catch(() => undefined);
  }

  async function keep(): Promise<void> {
    while (!stopping) {
      await runner.promise.catch((err) => log.error({ err }, 'background work failed'));
      if (stopping) return;
      log.error('background work ended and is restarted');
      await restart();
    }
  }

  /** Retries until it works: the workers may have ended because the database is down. */
  async function restart(): Promise<void> {
    for (let isRunning = false; !isRunning; ) {
      await sleep(PAUSE_MS);
      if (stopping) return;
      try {
        ({ runner, name } = await start());
        isRunning = true;
      } catch (err) {
        log.error({ err }, 'background work cannot be restarted yet');
      }
    }
    // The stop has already ended the previous ones.
    if (stopping) await runner.stop();
  }

  return {
    name: () => name,
    async stop() {
      stopping = true;
      const late = sleep(STOP.tasks + STOP.abortedTasks, 'late', { ref: false });
      const ended = Promise.all([runner.stop().catch(() => undefined), keeping]);
      if ((await Promise.race([ended, late])) === 'late') {
        log.warn('a task did not finish in time; another node will run it');
      }
    },
  };
}

/** The worker's messages about every task are debug output; its errors are not. */
export function workerLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, { error, failure } = {}) => {
    // A failed task's error is one for logs (`withoutContents`); others may contain rows.
    const err = error instanceof Error && !failure ? error : undefined;
    const safe = err ? message.replaceAll(err.message, '[…]') : message;
    // The first line says what happened; the rest is a stack that repeats the message.
    log[levels[level]]({ from: 'tasks', ...(err && { err }) }, safe.split('\n')[0]);
  });
}
