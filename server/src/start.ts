import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { composeServices } from './compose.ts';
import { startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { type DatabaseAccess, findDatabase } from './db/serving-role.ts';
import type { Env } from './env.ts';
import { removeOrphanImages } from './files/remove-orphan-images.ts';
import { founderLink } from './invite/founder.ts';
import { confirmCompletedJobs, expireJobs } from './job/expire-jobs.ts';
import { pruneChangeEvents } from './live/prune-change-events.ts';
import { createLog } from './log/create-log.ts';
import { loadSecret } from './secret.ts';
import type { Services } from './services.ts';
import { superAdminExists } from './staff/queries.ts';
import { setupToken } from './staff/setup-token.ts';
import { startTasks } from './tasks/start-tasks.ts';

/** A running Kindpal: where it listens, and how to stop it in order. */
export type Kindpal = { services: Services; port: number; stop(): Promise<void> };

/** How long open requests may take once a stop was asked for. */
const DRAIN_MS = 10_000;
const PERIODIC = { expireJobs, confirmCompletedJobs, pruneChangeEvents, removeOrphanImages };

/**
 * Starts everything in order: database, schema, background work, live events, then the door.
 * What was started is stopped in the opposite order, also when a later step fails.
 */
export async function startKindpal(env: Env): Promise<Kindpal> {
  const log = createLog(env);
  const closers: Array<() => Promise<unknown>> = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const secret = loadSecret(env);
    const database = findDatabase(env) ?? (await startOwnDatabase());
    await migrate(database);
    const services = await composeServices({ env, log, secret, databaseUrl: database.url });
    await warnOfPower(services);
    closers.push(() => services.close());
    closers.push(await startTasks(services, PERIODIC));
    const server = createApp(services);
    server.listen(env.port, env.host);
    await once(server, 'listening');
    closers.push(() => closeDoor(server, services));
    await announce(services);
    return { services, port: (server.address() as AddressInfo).port, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function startOwnDatabase(): Promise<DatabaseAccess> {
    const postgres = await startEmbeddedPostgres({
      dataDir: env.dataDir,
      log: (line) => log.info(line),
    });
    closers.push(() => postgres.stop());
    return postgres;
  }
}

/** Says that the append-only log is kept by its trigger alone, which this role could drop. */
async function warnOfPower({ db, log }: Services): Promise<void> {
  const { rows } = await db.pool.query<{ power: boolean }>(
    "SELECT has_table_privilege('admin_activity_logs', 'TRUNCATE') AS power",
  );
  if (rows[0]?.power) {
    log.warn(
      'The role of DATABASE_URL owns the schema: set DATABASE_OWNER_URL (docs/operating.md)',
    );
  }
}

/** Takes no new requests, ends the streams, and waits for what is under way. */
async function closeDoor(server: Server, { live }: Services): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await live.stop();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(late);
}

/** What whoever starts it must know, in plain lines: logs are for machines. */
async function announce(services: Services): Promise<void> {
  const lines = [`${services.env.appName} is running at ${services.env.appUrl}`];
  const founder = await founderLink(services);
  if (founder) lines.push(`Founder link: ${founder}`);
  if (!(await superAdminExists(services.db.drizzle))) {
    lines.push(`Super-admin set-up token: ${setupToken(services.secret)}`);
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
