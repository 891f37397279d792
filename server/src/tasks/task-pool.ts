import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DroppingClient } from '../db/dropping-client.ts';
import { refusesEverybody } from '../db/refuses-now.ts';
import { withoutContents } from '../log/describe-fault.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** The statements with which the worker completes a task, by the names it prepares them under. */
const ENDS_TASK = /^(complete|fail)_jobs?(_q)?\//;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** A statement was sent and not answered, so nobody knows whether it ran. */
export class LostAnswer extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
  }
}

const ANSWER_MS = TIMEOUTS.statement + TIMEOUTS.statementGrace;

type Options = {
  size: number;
  log: Logger;
  /** The longest wait for an answer, in milliseconds. */
  answerWithin?: number;
};

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * The task worker's connections. The worker does not await the statement that completes a task,
 * so its failure would be lost: here it is retried until the database is back. The statement
 * names its task, so repeating it is harmless.
 */
export class TaskPool extends pg.Pool {
  readonly #log: Logger;
  readonly #endings = new Set<Promise<unknown>>();
  readonly #closed = new AbortController();

  constructor(connectionString: string, { size, log, answerWithin = ANSWER_MS }: Options) {
    super({
      connectionString,
      Client: DroppingClient,
      max: size,
      application_name: 'kindpal-tasks',
      connectionTimeoutMillis: TIMEOUTS.databaseConnect,
      query_timeout: answerWithin,
      keepAlive: true,
    });
    this.#log = log;
    // A broken connection is replaced; without listeners it would crash the process.
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return Promise.resolve(this.#workerClient());
    super.connect(callback);
    return undefined;
  }

  /** Waits until completed tasks are recorded, at most `timeout` milliseconds, then closes. */
  async close(timeout: number): Promise<void> {
    await withTimeout(Promise.allSettled(this.#endings), timeout);
    this.#closed.abort();
    await withTimeout(this.end(), timeout);
  }

  /** The worker's client for one piece of work; it connects with the first statement. */
  #workerClient(): pg.PoolClient {
    let client: Promise<pg.PoolClient> | undefined;
    const worker = {
      query: async (statement: pg.QueryConfig, ...rest: []) => {
        if (endsTask(statement)) return this.#endTask(statement);
        client ??= super.connect();
        return answerOf((await client).query(statement, ...rest));
      },
      release: async () => (await client?.catch(() => undefined))?.release(),
    };
    return worker as unknown as pg.PoolClient;
  }

  /** Always resolves: a task that is not recorded when the process stops is run again elsewhere. */
  #endTask(statement: pg.QueryConfig): Promise<unknown> {
    const ending = this.#untilDone(statement).catch((error: unknown) => {
      this.#log.error({ err: error }, "a task's result was not recorded: the task will run again");
    });
    this.#endings.add(ending);
    return ending.finally(() => this.#endings.delete(ending));
  }

  async #untilDone(statement: pg.QueryConfig): Promise<unknown> {
    for (let pause = 0; ; pause = Math.min(pause * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: this.#closed.signal });
      try {
        return await this.query(statement);
      } catch (error) {
        if (pause === 0)
          this.#log.warn(
            { err: error },
            "a task's result cannot be recorded until the database is back",
          );
      }
    }
  }
}

/**
 * Throws what PostgreSQL refuses without the contents of rows, because the worker logs messages,
 * and LostAnswer for anything else.
 */
async function answerOf(sent: Promise<unknown>): Promise<unknown> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw new LostAnswer(error);
    if (refusesEverybody(error)) throw error;
    // The worker repeats a statement by its error's code.
    throw Object.assign(withoutContents(error), { code: error.code });
  }
}

function endsTask({ name }: pg.QueryConfig): boolean {
  return typeof name === 'string' && ENDS_TASK.test(name);
}

async function withTimeout(work: Promise<unknown>, timeout: number): Promise<void> {
  await Promise.race([work, sleep(timeout, undefined, { ref: false })]);
}
