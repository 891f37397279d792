import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './choose-place.ts';

/** Where clients find the server: a directory with its socket, or the loopback interface. */
export interface Address {
  host: string;
  port: number;
}

/**
 * A socket in the database's own directory, else, where its path is too long for one, in a new
 * directory for temporary files; Windows has a port of the loopback interface instead.
 */
export async function chooseAddress({ cluster, user }: Place): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await findFreePort() };
  const port = 5432;
  const limit = process.platform === 'linux' ? 107 : 103;
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${port}`) <= limit) return { host: cluster, port };
  const host = mkdtempSync(join(tmpdir(), 'kindpal-'));
  if (user) chownSync(host, user.uid, user.gid);
  return { host, port };
}

/**
 * Clears what a killed server left in its socket's directory, for it would stop the next one.
 * Call it only when no server of this directory is alive.
 */
export function prepareSocketDir({ host, port }: Address, { user }: Place): void {
  if (!lstatSync(host, { throwIfNoEntry: false })) {
    mkdirSync(host, { mode: 0o700 });
    if (user) chownSync(host, user.uid, user.gid);
  }
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) {
    rmSync(join(host, name), { force: true });
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
