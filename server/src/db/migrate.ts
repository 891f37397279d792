import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as installQueue } from 'graphile-worker';
import pg from 'pg';
import { adoptHistory } from '../live/event-log.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { type DatabaseAccess, grantServing } from './serving-role.ts';

/** Any number, as long as every node asks for the same. */
const MIGRATION_LOCK = 7_112_026;

/**
 * Brings the database, the queue's tables included, to this release's schema as its owner, then
 * says what the role that serves may do. Nodes that start at once take turns.
 */
export async function migrate({ url, ownerUrl }: DatabaseAccess): Promise<void> {
  const servingRole = url === ownerUrl ? null : await askRole(url);
  const client = await connect(ownerUrl);
  try {
    await client.query(`SET lock_timeout = ${TIMEOUTS.migrationTurn}`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
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
  const client = new pg.Client({
    connectionString,
    application_name: 'kindpal-migrate',
    connectionTimeoutMillis: TIMEOUTS.databaseConnect,
    keepAlive: true,
  });
  // A connection that breaks is told by the statement on it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`PostgreSQL at ${client.host}:${client.port} is out of reach: ${message}`);
  }
}
