import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import { openPipelines, type Pipelines } from './pipelines.ts';

/** Queries through Drizzle; inside a transaction it is the same type. */
export type Queries = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'selectDistinct'
>;

/** The database of one process: Drizzle for everyday queries, the pool for hot prepared ones. */
export type Database = {
  drizzle: NodePgDatabase;
  pool: pg.Pool;
  /** What `shortRead` sends through. */
  pipelines: Pipelines;
  /** Runs a statement that the server prepares once per connection under `name`. */
  prepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]>;
  /** Runs a statement, prepared if it has a name, and gives values as they stand in JSON. */
  jsonRows<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The same, or null when PostgreSQL was not done after so many milliseconds. */
  jsonRowsWithin<Row extends object>(
    milliseconds: number,
    statement: Statement,
  ): Promise<Row[] | null>;
  /**
   * The same for a prepared read whose cost is bounded (by its key, or a page by its index), on a
   * connection that it shares with others: faster under load, but never for writes, which may wait
   * for a lock, and never for searches.
   */
  shortRead<Row extends object>(statement: Required<Statement>): Promise<Row[]>;
  close(): Promise<void>;
};

/** A statement with its parameters; one without a name is planned again at every call. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** Moments as ISO 8601 in UTC (the session's zone), exact numbers and identities as numbers. */
const JSON_PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.INT8]: Number,
};
const jsonTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => JSON_PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
};

/** How many connections: `size` in the pool, and `shared` by short reads. */
type DatabaseSize = { size: number; shared?: number; statementTimeout?: number };

/**
 * Opens a pool of `size` connections in UTC; nothing is connected before the first query. With
 * `statementTimeout`, in milliseconds, PostgreSQL ends a statement that takes longer, and a
 * connection that does not answer at all is given up a moment later.
 */
export function openDatabase(
  url: string,
  { size, shared = 1, statementTimeout = 0 }: DatabaseSize,
): Database {
  const config: pg.ClientConfig = {
    connectionString: url,
    options: `-c TimeZone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${TIMEOUTS.idleTransaction}`,
    ...(statementTimeout > 0 && { query_timeout: statementTimeout + TIMEOUTS.statementGrace }),
    application_name: 'kindpal',
    connectionTimeoutMillis: TIMEOUTS.databaseConnect,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: size, idleTimeoutMillis: 60_000 });
  const pipelines = openPipelines(config, shared);
  // An idle connection that breaks is replaced at its next use; without a listener it ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    drizzle: drizzle({ client: pool }),
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
        // A connection that cannot even be rolled back is not given to anybody else.
        const broken = await client.query('ROLLBACK').then(
          () => undefined,
          () => true,
        );
        client.release(broken);
        if (isLate) return null;
        throw error;
      }
    },
    async shortRead<Row extends object>(statement: Required<Statement>) {
      return (await pipelines.query({ ...statement, types: jsonTypes })).rows as Row[];
    },
    close: () => endWithin([pool, pipelines], STOP.connections),
  };
}

/** Waits for statements under way, but not for a database that never answers them. */
async function endWithin(all: { end(): Promise<void> }[], patience: number): Promise<void> {
  const ended = Promise.all(all.map((one) => one.end()));
  await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
}

/** Names of PostgreSQL's errors that commands map to errors of their own. */
export const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const QUERY_CANCELED = '57014';

/** The PostgreSQL error beneath whatever Drizzle wrapped around it, if it is one. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

/** Whether a statement failed on exactly this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === UNIQUE_VIOLATION && cause.constraint === constraint;
}

/** Whether a statement failed on exactly this check, of a table or raised by a trigger. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === CHECK_VIOLATION && cause.constraint === constraint;
}
