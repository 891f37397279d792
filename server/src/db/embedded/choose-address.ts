import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './choose-place.ts';

/** How clients reach the server: the directory of its socket, or the loopback interface. */
export interface Address {
  host: string;
  port: number;
}

/**
 * A socket in the database's own directory; if that path is too long, in a new temporary
 * directory. Windows uses a port on the loopback interface instead.
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
 * Removes what a killed server left in its socket directory, which would prevent the next start.
 * Only call it when no server of this directory is running.
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
