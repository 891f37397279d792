import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import { DroppingClient } from './dropping-client.ts';
import { openPipelines, type Pipelines } from './pipelines.ts';
import { watchedClients } from './watched-client.ts';

/** Queries through Drizzle; the same type inside a transaction. */
export type Queries = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'selectDistinct'
>;

/** The database of one process: Drizzle for ordinary queries, the pool for hot prepared ones. */
export type Database = {
  drizzle: NodePgDatabase;
  pool: pg.Pool;
  /** The connections of `shortRead`. */
  pipelines: Pipelines;
  /** Runs a statement as a prepared statement with this name. */
  prepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]>;
  /** Runs a statement, prepared if it has a name, and returns values in JSON form. */
  jsonRows<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The same, or null when PostgreSQL takes longer than this time. */
  jsonRowsWithin<Row extends object>(
    milliseconds: number,
    statement: Statement,
  ): Promise<Row[] | null>;
  /**
   * The same for a prepared read with a bounded cost (by its key, or a page by its index), on a
   * connection shared with other reads: faster under load, but never for writes, which may wait
   * for a lock, nor for searches. Without a name it is planned first, which would hold up the
   * others: then it gets a connection to itself.
   */
  shortRead<Row extends object>(statement: Statement): Promise<Row[]>;
  close(): Promise<void>;
};

/** A statement with its parameters; without a name it is planned on every call. */
export type Statement = { name?: string; text: string; values: unknown[] };

/**
 * Times as ISO 8601 in UTC (the session's time zone), days as `2026-03-04`, exact numbers and
 * identities as numbers.
 */
const JSON_PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.DATE]: String,
  [pg.types.builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.INT8]: Number,
};
const jsonTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => JSON_PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
};

/** The number of connections: `size` in the pool, and `shared` for short reads. */
type DatabaseSize = { size: number; shared?: number; statementTimeout?: number };

/**
 * Opens a pool of `size` connections in UTC; the first query connects. With `statementTimeout`,
 * in milliseconds, PostgreSQL cancels slower statements, and a connection that does not respond
 * at all is dropped soon afterwards; sooner if statements may take longer than those of requests.
 */
export function openDatabase(
  url: string,
  { size, shared = 1, statementTimeout = 0 }: DatabaseSize,
): Database {
  const answerWithin = (milliseconds: number) =>
    statementTimeout > 0 && { query_timeout: milliseconds + TIMEOUTS.statementGrace };
  const config: pg.ClientConfig = {
    connectionString: url,
    options: `-c TimeZone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${TIMEOUTS.idleTransaction}`,
    application_name: 'kindpal',
    connectionTimeoutMillis: TIMEOUTS.databaseConnect,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...config,
    ...answerWithin(statementTimeout),
    ...(statementTimeout > TIMEOUTS.statement ? watchedClients(url) : { Client: DroppingClient }),
    max: size,
    idleTimeoutMillis: 60_000,
  });
  const longestRead = Math.min(statementTimeout, TIMEOUTS.statement);
  const pipelines = openPipelines({ ...config, ...answerWithin(longestRead) }, shared);
  // A broken idle connection is replaced at its next use; without a listener it would crash the
  // process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    drizzle: openDrizzle(pool),
    pool,
    pipelines,
    async prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    async jsonRows<Row extends object>(statement: Statement) {
      return (await pool.query({ ...statement, types: jsonTypes })).rows as Row[];
    },
    async jsonRowsWithin<Row extends object>(milliseconds: number, statement: Statement) {
      const client = await pool.connect();
      try {
        await client.query(`BEGIN; SET LOCAL statement_timeout = ${Math.trunc(milliseconds)}`);
        const { rows } = await client.query({ ...statement, types: jsonTypes });
        await client.query('COMMIT');
        client.release();
        return rows as Row[];
      } catch (error) {
        const isLate = databaseErrorOf(error)?.code === QUERY_CANCELED;
        // A connection that can't even roll back is not reused.
        const broken = await client.query('ROLLBACK').then(
          () => undefined,
          () => true,
        );
        client.release(broken);
        if (isLate) return null;
        throw error;
      }
    },
    async shortRead<Row extends object>(statement: Statement) {
      const sender = statement.name ? pipelines : pool;
      return (await sender.query({ ...statement, types: jsonTypes })).rows as Row[];
    },
    close: () => endWithin([pool, pipelines], STOP.connections),
  };
}

/** Drizzle, whose own transaction never returns a connection to its pool if BEGIN fails. */
function openDrizzle(pool: pg.Pool): NodePgDatabase {
  const orm = drizzle({ client: pool });
  orm.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return orm;
}

/** Waits for running statements, but not for a database that never responds. */
async function endWithin(all: { end(): Promise<void> }[], timeout: number): Promise<void> {
  const ended = Promise.all(all.map((one) => one.end()));
  await Promise.race([ended, sleep(timeout, undefined, { ref: false })]);
}

/** PostgreSQL error codes that commands map to errors of their own. */
export const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const FOREIGN_KEY_VIOLATION = '23503';
const QUERY_CANCELED = '57014';

/** The PostgreSQL error inside whatever Drizzle wrapped around it, if it is one. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

/** Whether a statement violated exactly this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === UNIQUE_VIOLATION && cause.constraint === constraint;
}

/** Whether a statement referenced an unknown row, through a constraint with this name. */
export function isForeignKeyViolation(error: unknown, constraint: RegExp): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === FOREIGN_KEY_VIOLATION && constraint.test(cause.constraint ?? '');
}

/** Whether a statement violated exactly this check, of a table or raised by a trigger. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === CHECK_VIOLATION && cause.constraint === constraint;
}
