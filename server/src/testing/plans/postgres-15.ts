import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getUnprivilegedUser } from '../../db/embedded/run-as.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from '../make-temp-data-dir.ts';

/** Debian's path of the oldest PostgreSQL that Kindpal supports. */
const BIN = process.env.POSTGRES_15_BIN ?? '/usr/lib/postgresql/15/bin';

/** Whether this machine has a PostgreSQL 15: `apt-get install postgresql-15`. */
export const hasPostgres15 = existsSync(join(BIN, 'postgres'));
if (!hasPostgres15) {
  process.stdout.write(`\nPostgreSQL 15 is not installed in ${BIN}: its plans count as skipped\n`);
}

export type TestServer = { url: string; stop(): Promise<void> };

/** Starts an empty PostgreSQL 15 with its default settings, like `TEST_DATABASE_URL`. */
export async function startPostgres15(): Promise<TestServer> {
  const dataDir = makeTempDataDir(findFastTempDir());
  const cluster = join(dataDir, 'cluster');
  const user = process.getuid?.() === 0 ? getUnprivilegedUser() : null;
  const run = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) };
  mkdirSync(cluster);
  if (user) chownSync(cluster, user.uid, user.gid);
  const init = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await promisify(execFile)(join(BIN, 'initdb'), init, run);
  const only = ['listen_addresses=', `unix_socket_directories=${cluster}`, 'fsync=off'];
  const server = spawn(
    join(BIN, 'postgres'),
    ['-D', cluster, ...only.flatMap((setting) => ['-c', setting])],
    { ...run, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  await isReady(cluster, run);
  return {
    url: `postgresql://postgres@${encodeURIComponent(cluster)}:5432/postgres`,
    async stop() {
      server.kill('SIGINT');
      await ended;
      removeTempDataDir(dataDir);
    },
  };
}

async function isReady(cluster: string, run: object): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    try {
      await promisify(execFile)(join(BIN, 'pg_isready'), ['-h', cluster], run);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
