import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './choose-place.ts';
import type { RunAs } from './run-as.ts';

/** The name of the superuser and of the only database of the embedded PostgreSQL. */
export const ownName = 'kindpal';

// For a small machine with an SSD. The first line tells an operator how to override it.
const kindpalConf = `# Written by Kindpal at every start. Settings of your own: ALTER SYSTEM SET ...
shared_buffers = '128MB'
max_connections = 100
random_page_cost = 1.1
jit = off
wal_compression = on
timezone = 'UTC'
log_timezone = 'UTC'
# A refused statement is an answer to the application, which logs it without the members' words.
log_min_messages = log
log_checkpoints = off
`;

/**
 * Prepares a database directory: creates it at the first start (completely or not at all), and
 * before every start writes Kindpal's settings and gives the files to the user that runs it.
 */
export async function prepareCluster(
  place: Place,
  { password, fsync }: { password: string; fsync: boolean },
): Promise<void> {
  if (!existsSync(place.cluster)) await createCluster(place, { password, fsync });
  const made = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  const brought = place.binaries.version.split('.')[0];
  if (made !== brought) {
    throw new Error(
      `The database in ${place.cluster} is of PostgreSQL ${made}, but this Kindpal brings ${brought}`,
    );
  }
  const settings = join(place.cluster, 'kindpal.conf');
  writeFileSync(settings, kindpalConf);
  // Earlier releases left it readable to others.
  chmodSync(settings, 0o600);
  if (place.user) giveTo(place.user, place.cluster);
  // A copy or a restored backup may have wider permissions, which PostgreSQL refuses.
  chmodSync(place.cluster, 0o700);
}

async function createCluster(
  place: Place,
  { password, fsync }: { password: string; fsync: boolean },
): Promise<void> {
  const draft = `${place.cluster}.new`;
  const passwordFile = `${place.cluster}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [draft, passwordFile]) {
    if (place.user) chownSync(path, place.user.uid, place.user.gid);
  }
  try {
    await promisify(execFile)(place.binaries.initdb, initdbArgs(draft, passwordFile, fsync), {
      cwd: process.platform === 'win32' ? undefined : '/',
      env: bareEnv(),
      ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`initdb failed: ${(stderr || message).trim().split('\n').at(-1)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  const include = "\ninclude_if_exists = 'kindpal.conf'\n";
  appendFileSync(join(draft, 'postgresql.conf'), include, { flush: true });
  renameSync(draft, place.cluster);
}

function initdbArgs(draft: string, passwordFile: string, fsync: boolean): string[] {
  return [
    `--pgdata=${draft}`,
    `--username=${ownName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built into PostgreSQL: upgrading the operating system cannot corrupt an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(fsync ? [] : ['--no-sync']),
  ];
}

/** The environment for PostgreSQL: no secrets, and nothing that changes its behavior. */
export function bareEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP, TMPDIR } = process.env;
  return { PATH, SystemRoot, TEMP, TMP, TMPDIR, LC_ALL: 'C', TZ: 'UTC' };
}

/** Gives a database's files to the user that runs it. */
export function giveTo({ uid, gid }: RunAs, cluster: string): void {
  chownSync(join(cluster, 'kindpal.conf'), uid, gid);
  if (statSync(cluster).uid === uid) return;
  for (const entry of readdirSync(cluster, { recursive: true })) {
    lchownSync(join(cluster, entry as string), uid, gid);
  }
  chownSync(cluster, uid, gid);
}
