import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { lockDataDir } from '../db/embedded/lock-data-dir.ts';
import { joinAsFounder } from '../testing/founder.ts';
import { isReady, type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';

/** A small in-memory disk, which only root can mount; null where that is not possible. */
function mountSmallDisk(): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'kindpal-disk-'));
  try {
    const options = 'size=512m,mode=0711';
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], { stdio: 'pipe' });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
}

const disk = mountSmallDisk();
const patiently = { timeout: 60_000, interval: 100 };
let server: ServerProcess | undefined;
afterAll(async () => {
  if (!disk) return;
  await stopServer(server);
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const filler = join(disk ?? '', 'filler');

/** Fills the disk to the last byte. */
function fillDisk(): void {
  const file = openSync(filler, 'a');
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  closeSync(file);
}

const makeRoom = () => rmSync(filler);

/** Makes the database need more WAL than there is room for, which crashes it. */
async function useUpLog(): Promise<void> {
  const cluster = join(disk ?? '', 'data/postgres');
  const [, , , port = '', host = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split(
    '\n',
  );
  const password = readFileSync(join(disk ?? '', 'data/postgres-password'), 'utf8').trim();
  const client = new Client({
    host,
    port: Number(port),
    password,
    user: 'kindpal',
    database: 'kindpal',
  });
  client.on('error', () => undefined);
  await client.connect();
  await expect(
    (async () => {
      for (;;)
        await client.query("SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))");
    })(),
  ).rejects.toThrow();
}

test.skipIf(disk === null)(
  'a restore or backup that a full disk refuses leaves no lock, so that a restore is possible with space again (needs a mounted disk)',
  () => {
    const target = join(disk ?? '', 'target');
    mkdirSync(target);
    fillDisk();
    for (const use of ['restore', 'backup'] as const) {
      expect(() => lockDataDir(use, target)).toThrow('ENOSPC');
    }
    makeRoom();
    expect(readdirSync(target)).toEqual([]);
  },
);

test.skipIf(disk === null)(
  'members keep reading on a full disk and see that nothing can be saved; with space again everything works, and nothing saved is lost (needs a mounted disk)',
  async () => {
    server = await spawnServer({ DATA_DIR: join(disk ?? '', 'data') });
    const { url, said, ready } = server;
    await ready();
    const founder = await joinAsFounder(server);
    const me = `/rest/v1/users/${founder.id}`;
    let saved = '';
    const edit = async (bio: string) => {
      const status = await founder.send('PATCH', me, { bio });
      if (status === 200) saved = bio;
      return status;
    };
    expect(await edit('Saved before')).toBe(200);

    fillDisk();
    await vi.waitFor(async () => expect(await edit('No room')).toBe(503), patiently);
    const refused = await founder.ask('PATCH', me, { bio: 'No room' });
    expect(refused).toMatchObject({ status: 503, code: 'STORAGE_FULL' });
    for (let n = 0; n < 50; n += 1) {
      expect(await edit('No room')).toBe(503);
      expect(await founder.send('GET', me)).toBe(200);
    }
    expect(said().match(/disk is full/g)).toHaveLength(1);

    // Only the database must run out of space, not the rest of the machine.
    await useUpLog();
    await vi.waitFor(async () => expect(await isReady(url)).toBe(false), patiently);
    makeRoom();
    await vi.waitFor(async () => expect(await isReady(url)).toBe(true), patiently);
    expect(await founder.ask('GET', me)).toMatchObject({ status: 200, bio: saved });
    await vi.waitFor(async () => expect(await edit('Saved after')).toBe(200), patiently);
    expect(await founder.ask('GET', me)).toMatchObject({ bio: 'Saved after' });
    expect(server.hasEnded()).toBe(false);
    expect(
      said()
        .split('\n')
        .filter((line) => line.includes('does not start')).length,
    ).toBeLessThan(5);
  },
  180_000,
);
