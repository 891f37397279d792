import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import type { Env } from '../../../env.ts';
import { choosePlace, type Place } from '../choose-place.ts';
import { ownName } from '../create-cluster.ts';
import { DataDirInUse } from '../lock-data-dir.ts';
import { findPostmasterFile } from '../postmaster-file.ts';
import { canEnter } from '../run-as.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { clearWhenKilled } from './clear-when-killed.ts';
import { copyCluster } from './copy-cluster.ts';
import { copyTree } from './copy-tree.ts';
import { digestTree, listEmpty, MANIFEST, type Manifest, thisMachine } from './manifest.ts';
import { type Trial, tryCluster } from './try-cluster.ts';
import { clearUnfinished, lockTarget, workshopOf } from './unfinished-backup.ts';

/**
 * Not part of a backup: the database (copied separately), mails whose links work like keys, logs.
 */
const NOT_COPIED =
  /^(postgres|postgres\.(new|password|log.*)|postgres-elsewhere|mail|demo|kindpal\.pid.*)$/;

export type Backup = { dir: string; manifest: Manifest; missingImages: number };
type Options = { signal?: AbortSignal; log?: (line: string) => void };
type Given = Pick<Env, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'appSecret'>;

/**
 * Copies the embedded database as of one time, pictures and secrets into a new directory, whether
 * Kindpal is running or not, and verifies the copy by starting a server on it and reading every
 * row. The directory appears completely or not at all. Throws one clear line.
 */
export async function takeBackup(
  env: Given,
  target: string,
  options: Options = {},
): Promise<Backup> {
  if (env.databaseUrl) {
    throw new Error(
      'DATABASE_URL is set: back up your PostgreSQL with pg_dump (docs/operating.md)',
    );
  }
  const dir = resolve(target);
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} is not empty`);
  if (!existsSync(env.dataDir)) throw new Error(`There is no Kindpal in ${env.dataDir}`);
  const dataDir = realpathSync(env.dataDir);
  if (`${dir}/`.startsWith(`${dataDir}/`)) throw new Error(`${dir} is inside of ${dataDir}`);
  const place = await choosePlace(dataDir, () => undefined);
  if (!existsSync(place.cluster)) throw new Error(`There is no database in ${dataDir}`);

  mkdirSync(dirname(dir), { recursive: true });
  const release = lockTarget(dir);
  const dismiss = clearWhenKilled(dir);
  try {
    return await copyAll({ env, dir, dataDir, place }, options);
  } finally {
    await dismiss();
    release();
  }
}

type Copied = { env: Given; dir: string; dataDir: string; place: Place };

async function copyAll({ env, dir, dataDir, place }: Copied, options: Options) {
  const { signal } = options;
  const work = workshopOf(dir);
  await clearUnfinished(work);
  const server = await reachServer(dataDir, place, options);
  try {
    makeWorkshop(work, place);
    const isSkipped = (path: string) => {
      signal?.throwIfAborted();
      return NOT_COPIED.test(path);
    };
    const files = () => copyTree(dataDir, join(work, 'data'), isSkipped);
    await withAdmin(server, (admin) =>
      copyCluster(admin, { from: place.cluster, to: join(work, 'postgres'), between: files }),
    );
    // Again, for pictures that were stored meanwhile: a row may already reference them.
    await files();
    // A start of Kindpal may be waiting for it.
    await server.stop();
    const trial = await tryCluster({ ...place, cluster: join(work, 'postgres') }, server.password);
    signal?.throwIfAborted();
    return await finish({ env, dir, work, trial, place });
  } finally {
    await server.stop();
    await rm(work, { recursive: true, force: true });
  }
}

/** During the backup, the database's user needs access to the copy. */
function makeWorkshop(work: string, { user }: Place): void {
  mkdirSync(work, { recursive: true });
  chmodSync(work, user ? 0o711 : 0o700);
  if (user && !canEnter(work, user)) {
    throw new Error(
      `User ${user.name}, who runs the database, cannot enter ${work}: choose another directory`,
    );
  }
  mkdirSync(join(work, 'postgres'), { mode: 0o700 });
}

async function finish(made: {
  env: Given;
  dir: string;
  work: string;
  trial: Trial;
  place: Place;
}): Promise<Backup> {
  const { env, dir, work, trial, place } = made;
  const manifest: Manifest = {
    format: 1,
    created_at: new Date().toISOString(),
    postgres: place.binaries.version.split('.')[0] ?? '',
    machine: thisMachine(),
    migration: trial.migration,
    images: env.storageUrl ? 'bucket' : 'folder',
    secret: env.appSecret ? 'environment' : 'file',
    tables: trial.tables,
    files: await digestTree(work, { sync: true }),
    directories: await listEmpty(join(work, 'postgres')),
  };
  await writeFile(join(work, MANIFEST), JSON.stringify(manifest, null, 1), {
    mode: 0o600,
    flush: true,
  });
  chmodSync(work, 0o700);
  if (existsSync(dir)) await rmdir(dir);
  await rename(work, dir);
  const lost = trial.images.filter((path) => !(`data/files/${path}` in manifest.files));
  return { dir, manifest, missingImages: env.storageUrl ? 0 : lost.length };
}

type Reached = { host: string; port: number; password: string; stop(): Promise<void> };

/** The server of a running Kindpal, or one started for the backup. */
async function reachServer(
  dataDir: string,
  { cluster }: Place,
  { signal, log = () => undefined }: Options,
): Promise<Reached> {
  let stop = () => Promise.resolve();
  try {
    stop = (await startEmbeddedPostgres({ dataDir, log, use: 'backup', signal })).stop;
  } catch (error) {
    if (!(error instanceof DataDirInUse) || error.use !== 'Kindpal') throw error;
  }
  const file = findPostmasterFile(cluster);
  if (file?.status !== 'ready')
    throw new Error('The database is just starting or stopping: try again');
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return { host: file.socketDir || '127.0.0.1', port: file.port, password, stop };
}

async function withAdmin(
  { host, port, password }: Reached,
  work: (admin: Client) => Promise<void>,
): Promise<void> {
  const admin = new Client({
    ...{ host, port, password },
    user: ownName,
    database: ownName,
    application_name: 'kindpal-backup',
  });
  // A broken connection is reported by the statement running on it.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** The size of a backup in bytes. */
export function sizeOf({ files }: Manifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}
