import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as installQueue } from 'graphile-worker';
import pg from 'pg';
import { adoptHistory } from '../live/event-log.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import { JitlessClient } from './jitless-client.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { reachDatabase } from './open-client.ts';
import { type DatabaseAccess, grantServing } from './serving-role.ts';
import { isUnanswered, silenceOf, whileAnswered } from './watch-answers.ts';

/** Any number, as long as every node uses the same. */
const MIGRATION_LOCK = 7_112_026;
const TURN_MS = 250;
const NAME = 'kindpal-migrate';

/**
 * Migrates the database, including the queue's tables, to this release's schema as its owner,
 * then grants the serving role its permissions. Nodes that start together take turns. Throws when
 * a later release has already migrated the database, or when the database no longer answers.
 */
export async function migrate({ url, ownerUrl }: DatabaseAccess): Promise<void> {
  const servingRole = url === ownerUrl ? null : await askRole(url);
  const client = await reachDatabase(ownerUrl, { name: NAME });
  try {
    const { role, pid } = await whoIs(client, ownerUrl);
    await whileAnswered({ url: ownerUrl, pid }, async () => {
      await client.query(`SET lock_timeout = ${TIMEOUTS.migrationTurn}`);
      await waitForTurn(client);
      await refuseLaterDatabase(client);
      await applyMigrations(drizzle({ client }), {
        migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
      });
      await adoptHistory(client);
    });
    await migrateQueue(ownerUrl);
    if (servingRole && servingRole !== role) {
      await whileAnswered({ url: ownerUrl, pid }, () => grantServing(client, servingRole));
    }
  } finally {
    await endSoon(client);
  }
}

/** Waits for other nodes. Not within PostgreSQL, where a wait cannot be told from silence. */
async function waitForTurn(client: pg.Client): Promise<void> {
  const text = 'SELECT pg_try_advisory_lock($1) AS held';
  for (let waited = 0; waited < TIMEOUTS.migrationTurn; waited += TURN_MS) {
    const { rows } = await client.query<{ held: boolean }>(text, [MIGRATION_LOCK]);
    if (rows[0]?.held) return;
    await sleep(TURN_MS);
  }
  throw new Error('another node has been migrating the database for five minutes');
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  // With a single connection, so that it can be watched.
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    Client: JitlessClient,
    application_name: NAME,
    connectionTimeoutMillis: TIMEOUTS.databaseConnect,
    keepAlive: true,
    max: 1,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const { pid } = await whoIs(pool, ownerUrl);
    await whileAnswered({ url: ownerUrl, pid }, () => installQueue({ pgPool: pool }));
  } finally {
    await endSoon(pool);
  }
}

/**
 * An earlier release knows neither the columns nor the rules of a later one, and would run until
 * something breaks. Migrations are identified by their creation time.
 */
async function refuseLaterDatabase(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ is_new: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NULL AS is_new`,
  );
  if (found[0]?.is_new) return;
  const { rows } = await client.query<{ unknown: number }>(
    `SELECT count(*)::int AS unknown FROM drizzle.__drizzle_migrations
     WHERE created_at <> ALL ($1::bigint[])`,
    [journal.entries.map(({ when }) => when)],
  );
  const unknown = rows[0]?.unknown ?? 0;
  if (unknown > 0) {
    throw new Error(
      `the database is of a later release (it has ${unknown} migrations that this one does not know): start that release, or restore a backup of this one`,
    );
  }
}

async function askRole(url: string): Promise<string> {
  const client = await reachDatabase(url, { name: NAME });
  try {
    return (await whoIs(client, url)).role;
  } finally {
    await endSoon(client);
  }
}

type Self = { role: string; pid: number };

/** The role of a connection, and its process in PostgreSQL. */
async function whoIs(connection: pg.Client | pg.Pool, url: string): Promise<Self> {
  const config = {
    text: 'SELECT current_user AS role, pg_backend_pid() AS pid',
    query_timeout: TIMEOUTS.databaseSilence,
  };
  const { rows } = await connection.query<Self>(config).catch((error: unknown) => {
    throw isUnanswered(error) ? silenceOf(url) : error;
  });
  return rows[0] as Self;
}

/** A database that no longer answers does not end its connections either. */
async function endSoon(connection: pg.Client | pg.Pool): Promise<void> {
  await Promise.race([connection.end(), sleep(STOP.connections, undefined, { ref: false })]);
}
