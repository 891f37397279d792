import { realpathSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { keepSecret, makeDataDir } from '../../secret.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import type { DatabaseAccess } from '../serving-role.ts';
import type { Address } from './choose-address.ts';
import { choosePlace, notePlace, type Place } from './choose-place.ts';
import { ownName, prepareCluster } from './create-cluster.ts';
import { DataDirInUse, lockDataDir } from './lock-data-dir.ts';
import { prepareDatabase, prepareRoles, type Role, type Roles } from './prepare-database.ts';
import { endPostmaster, runPostmaster, watchPostmaster } from './run-postmaster.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

export interface EmbeddedPostgres extends DatabaseAccess {
  /** For the superuser: backups, and databases beside Kindpal's own. */
  adminUrl: string;
  roles: Roles;
  /** Stops the server after its clients, and releases the data directory. May be called twice. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: (line: string) => void;
  /** False gives up durability for speed: only for test data. */
  fsync?: boolean;
  /** What it runs for; a start waits for a backup. */
  use?: 'Kindpal' | 'backup';
  /** Ends that wait. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the PostgreSQL that comes with Kindpal on a data directory: creates its database at the
 * first start, attaches to a server left by a killed Kindpal, and restarts it whenever it dies
 * while this process lives. Throws one clear line when it can't.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, fsync = true } = options;
  makeDataDir(resolve(options.dataDir));
  const dataDir = realpathSync(options.dataDir);
  const unlock = await lockAfterBackup(dataDir, options);
  try {
    refuseUnfinishedRestore(dataDir);
    const password = keepSecret(join(dataDir, 'postgres-password'));
    const roles = keepRoles(dataDir);
    const place = await choosePlace(dataDir, log);
    await prepareCluster(place, { password, fsync });
    notePlace(dataDir, place);
    const logFile = join(dataDir, 'postgres.log');
    const keeper = await keepRunning({ place, logFile, fsync, log });
    const urlOf = (role: Role) => connectionString(keeper.address, role);
    const adminUrl = urlOf({ name: ownName, password });
    try {
      await makeDatabase(adminUrl, roles);
    } catch (error) {
      await keeper.stop();
      throw error;
    }
    return {
      url: urlOf(roles.serving),
      ownerUrl: urlOf(roles.owner),
      dir: place.cluster,
      adminUrl,
      roles,
      stop: once(() => keeper.stop().finally(unlock)),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A backup of a stopped Kindpal runs its database for a while. A supervisor that starts Kindpal
 * meanwhile would count each refusal, and at last give up: so the start waits.
 */
async function lockAfterBackup(dataDir: string, options: Options): Promise<() => void> {
  const deadline = performance.now() + TIMEOUTS.backup;
  for (let logged = false; ; logged = true) {
    options.signal?.throwIfAborted();
    try {
      return lockDataDir(options.use ?? 'Kindpal', dataDir);
    } catch (error) {
      const isBackup = error instanceof DataDirInUse && error.use === 'backup';
      if (!isBackup || performance.now() >= deadline) throw error;
      if (!logged) options.log(`Waiting for a backup (process ${error.pid}) that uses ${dataDir}`);
    }
    await sleep(200);
  }
}

/** How often to repeat the same reason why the server does not start. */
const LOG_AGAIN_MS = 600_000;

async function keepRunning(run: {
  place: Place;
  logFile: string;
  fsync: boolean;
  log: (line: string) => void;
}) {
  let server = await runPostmaster(run);
  const address: Address = { host: server.host, port: server.port };
  let stopping = false;
  let restart = Promise.resolve();
  let unwatch = watchPostmaster(server.pid, onGone);
  if (server.attached) run.log(`Attached to the PostgreSQL that was left running (${server.pid})`);

  function onGone(): void {
    if (stopping) return;
    run.log('PostgreSQL ended unexpectedly and is started again');
    restart = startAgain();
  }

  async function startAgain(): Promise<void> {
    let logged = '';
    let loggedAt = 0;
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        server = await runPostmaster({ ...run, before: address });
        unwatch = watchPostmaster(server.pid, onGone);
        return;
      } catch (error) {
        const { message } = error as Error;
        // One reason, such as a full disk, may last for hours.
        if (message !== logged || performance.now() - loggedAt > LOG_AGAIN_MS) {
          run.log(message);
          logged = message;
          loggedAt = performance.now();
        }
        await sleep(pauseMs);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    await restart;
    unwatch();
    await endPostmaster(run.place, server.pid);
    if (address.host !== run.place.cluster) removeEmptyDir(address.host);
  }

  return { address, stop };
}

/** The two roles that are not superusers; their passwords are stored next to the superuser's. */
function keepRoles(dataDir: string): Roles {
  const keep = (name: string, file: string) => ({
    name: `${ownName}_${name}`,
    password: keepSecret(join(dataDir, file)),
  });
  return {
    owner: keep('owner', 'postgres-owner-password'),
    serving: keep('app', 'postgres-app-password'),
  };
}

// As in libpq, a socket's directory takes the place of the host, percent-encoded.
function connectionString({ host, port }: Address, { name, password }: Role): string {
  return `postgresql://${name}:${password}@${encodeURIComponent(host)}:${port}/${ownName}`;
}

/** A server that was just attached to may be shutting down, and is then restarted soon. */
const CONNECT_TIMEOUT_MS = 10_000;
const UNREACHABLE = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE', '57P01', '57P03']);

async function connectWithRetries(url: string): Promise<Client> {
  for (const deadline = Date.now() + CONNECT_TIMEOUT_MS; ; await sleep(100)) {
    const client = new Client({ connectionString: url });
    // A broken connection is reported by the query running on it; other listeners are not needed.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!UNREACHABLE.has(code) || Date.now() > deadline) throw error;
    }
  }
}

async function makeDatabase(adminUrl: string, roles: Roles): Promise<void> {
  const server = await connectWithRetries(adminUrl.replace(/[^/]+$/, 'postgres'));
  try {
    await prepareRoles(server, roles);
    const found = await server.query('select from pg_database where datname = $1', [ownName]);
    if (found.rowCount === 0) await server.query(`create database ${ownName}`);
  } finally {
    await server.end();
  }
  const database = await connectWithRetries(adminUrl);
  try {
    await prepareDatabase(database, roles);
  } finally {
    await database.end();
  }
}

function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

function removeEmptyDir(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // On Windows the address is not a directory.
  }
}
