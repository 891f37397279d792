import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as installQueue } from 'graphile-worker';
import pg from 'pg';
import { adoptHistory } from '../live/event-log.ts';
import { TIMEOUTS } from '../timeouts.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { openClient } from './open-client.ts';
import { type DatabaseAccess, grantServing } from './serving-role.ts';

/** Any number, as long as every node uses the same. */
const MIGRATION_LOCK = 7_112_026;

/**
 * Migrates the database, including the queue's tables, to this release's schema as its owner,
 * then grants the serving role its permissions. Nodes that start together take turns. Throws when
 * a later release has already migrated the database.
 */
export async function migrate({ url, ownerUrl }: DatabaseAccess): Promise<void> {
  const servingRole = url === ownerUrl ? null : await askRole(url);
  const client = await connect(ownerUrl);
  try {
    await client.query(`SET lock_timeout = ${TIMEOUTS.migrationTurn}`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseLaterDatabase(client);
    await applyMigrations(drizzle({ client }), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    });
    await adoptHistory(client);
    await installQueue({ connectionString: ownerUrl, maxPoolSize: 2 });
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    if (servingRole && servingRole !== rows[0]?.role) await grantServing(client, servingRole);
  } finally {
    await client.end();
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
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    return (rows[0] as { role: string }).role;
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  try {
    return await openClient(connectionString, { name: 'kindpal-migrate' });
  } catch (error) {
    const { host, port } = new pg.Client({ connectionString });
    const { message } = error as Error;
    throw new Error(`PostgreSQL at ${host}:${port} is out of reach: ${message}`);
  }
}
