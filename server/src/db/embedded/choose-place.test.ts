import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endProcess, startKindpalProcess } from '../../testing/kindpal-process.ts';
import { makeTempDataDir, removeTempDataDir } from '../../testing/make-temp-data-dir.ts';
import { findBinaries, placeBinaries } from './find-binaries.ts';
import { canEnter, findOwner, getUnprivilegedUser } from './run-as.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;

let dir: string;
beforeEach(() => {
  dir = makeTempDataDir();
});
afterEach(() => removeTempDataDir(dir));

describe('the user that runs the database', () => {
  test('is postgres if it exists, else nobody, never root', () => {
    const root = 'root:x:0:0:root:/root:/bin/bash';
    const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
    const postgres = 'postgres:x:101:104:x:/var/lib/postgresql:/bin/bash';
    expect(getUnprivilegedUser([root, nobody, postgres].join('\n')).name).toBe('postgres');
    expect(getUnprivilegedUser([root, nobody].join('\n'))).toEqual({
      uid: 65534,
      gid: 65534,
      name: 'nobody',
    });
    expect(() => getUnprivilegedUser(root)).toThrow(/cannot run as root/);
  });
});

describe.runIf(isRoot)('an operator who is root', () => {
  async function startAndStop(dataDir: string): Promise<string[]> {
    const lines: string[] = [];
    const { stop } = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    await stop();
    return lines;
  }

  test('gets a database that belongs to a normal user', async () => {
    expect(await startAndStop(dir)).toEqual([]);
    expect(findOwner(join(dir, 'postgres'))?.uid).toBe(getUnprivilegedUser().uid);
  });

  test('with a private home gets the database elsewhere, reads where, and it is found again', async () => {
    chmodSync(dir, 0o700);
    const dataDir = join(dir, 'data');
    const [line] = await startAndStop(dataDir);
    const cluster = readFileSync(join(dataDir, 'postgres-elsewhere'), 'utf8').trim();
    expect(statSync(join(dataDir, 'postgres-elsewhere')).mode & 0o777).toBe(0o600);
    try {
      expect(line).toContain(`the database is kept in ${cluster}`);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      chmodSync(dir, 0o755);
      expect(await startAndStop(dataDir)).toEqual([]);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    } finally {
      rmSync(dirname(cluster), { recursive: true });
    }
    await expect(startAndStop(dataDir)).rejects.toThrow(/but it is not there/);
  });

  test('never gets an empty community when the existing one can’t be reached', async () => {
    const dataDir = join(dir, 'data');
    await startAndStop(dataDir);
    chmodSync(dir, 0o700);
    await expect(startAndStop(dataDir)).rejects.toThrow(/cannot enter/);
  });

  test('can start from a backup whose files belong to root', async () => {
    await startAndStop(join(dir, 'one'));
    cpSync(join(dir, 'one'), join(dir, 'two'), { recursive: true });
    chmodSync(join(dir, 'two'), 0o711);
    expect(findOwner(join(dir, 'two/postgres'))).toBeNull();
    await startAndStop(join(dir, 'two'));
    expect(findOwner(join(dir, 'two/postgres'))?.uid).toBe(getUnprivilegedUser().uid);
  });

  test('with a private copy of Kindpal runs the database from programs others can read', async () => {
    const binaries = await findBinaries();
    const hidden = join(dir, 'hidden/native');
    mkdirSync(dirname(hidden), { mode: 0o700 });
    cpSync(resolve(dirname(binaries.initdb), '..'), hidden, {
      recursive: true,
      verbatimSymlinks: true,
    });
    chmodSync(join(hidden, 'share'), 0o700);
    const inHidden = { ...binaries, initdb: '', pg_ctl: '', postgres: '' };
    for (const name of ['initdb', 'pg_ctl', 'postgres'] as const) {
      inHidden[name] = join(hidden, 'bin', name);
    }
    const user = getUnprivilegedUser();
    const placed = placeBinaries(inHidden, user, join(dir, 'system'));
    expect(placed.initdb).toBe(join(dir, `system/postgresql-${binaries.version}/bin/initdb`));
    const asUser = { uid: user.uid, gid: user.gid, cwd: '/', encoding: 'utf8' as const };
    expect(execFileSync(placed.initdb, ['--version'], asUser)).toContain('18.');
    expect(canEnter(join(placed.initdb, '../../share/postgresql'), user)).toBe(true);
    expect(placeBinaries(inHidden, user, join(dir, 'system'))).toEqual(placed);
  });
});

const ordinary = isRoot ? getUnprivilegedUser() : undefined;
const nodeIsReachable = !ordinary || canEnter(process.execPath, ordinary);

test.runIf(nodeIsReachable)('a normal user runs a database of their own', async () => {
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir);
  if (ordinary) chownSync(dataDir, ordinary.uid, ordinary.gid);
  const { child, ownerUrl } = await startKindpalProcess(dataDir, ordinary);
  expect(ownerUrl).toContain('kindpal');
  await endProcess(child, 'SIGTERM');
  expect(child.exitCode).toBe(0);
});
