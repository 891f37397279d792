import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fastestOf } from '../../testing/fastest-of.ts';
import {
  endProcess,
  type KindpalProcess,
  startKindpalProcess,
} from '../../testing/kindpal-process.ts';
import { makeTempDataDir, removeTempDataDir } from '../../testing/make-temp-data-dir.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { migrate } from '../migrate.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { findProcessMark } from './process-state.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

let dataDir: string;
let lines: string[];
let running: EmbeddedPostgres[];
let others: KindpalProcess[];

beforeEach(() => {
  dataDir = makeTempDataDir();
  lines = [];
  running = [];
  others = [];
});

afterEach(async () => {
  for (const { child } of others) await endProcess(child, 'SIGTERM');
  for (const postgres of running) await postgres.stop();
  removeTempDataDir(dataDir);
});

async function start(dir = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: dir,
    log: (line) => lines.push(line),
  });
  running.push(postgres);
  return postgres;
}

async function startOther(): Promise<KindpalProcess> {
  const other = await startKindpalProcess(dataDir);
  others.push(other);
  return other;
}

const passwordFiles = ['postgres-password', 'postgres-owner-password', 'postgres-app-password'];

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const postmasterPid = () => findPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;

async function waitFor(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the embedded database', () => {
  test('keeps what an operator stored before a restart', async () => {
    const first = await start();
    expect(await ask(first.url, 'show server_version')).toMatch(/^18\./);
    expect(await ask(first.url, 'show fsync')).toBe('on');
    expect(await ask(first.url, 'show jit')).toBe('off');
    expect(await ask(first.url, "select lower('ÄÖÜ')")).toBe('äöü');
    await ask(first.ownerUrl, 'create table kept as select 7 as n');
    await first.stop();
    expect(postmasterPid()).toBe(0);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.ownerUrl, 'select n from kept')).toBe(7);
  });

  test('refuses everybody without the password, and its files are unreadable to others', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(await ask(url, 'show listen_addresses')).toBe('');
    for (const file of [...passwordFiles, 'postgres/kindpal.conf', 'kindpal.pid']) {
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
  });

  test('never logs what a member wrote, even when it refuses the row', async () => {
    const { ownerUrl } = await start();
    const words = 'planted-7f3a the alarm code is 4711';
    await ask(ownerUrl, `create table notes (text text check (text <> '${words}'))`);
    const refused = ask(ownerUrl, `insert into notes values ('${words}')`);
    await expect(refused).rejects.toThrow(/notes_text_check/);
    await expect(ask(ownerUrl, `select '${words}'::int`)).rejects.toThrow(/integer/);
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('planted');
  });

  test('of a release that served as superuser gets its owner at the next start', async () => {
    const old = await start();
    await migrate(old);
    await ask(old.ownerUrl, "insert into newsletter_subscriptions (email) values ('a@b.example')");
    for (const role of ['kindpal_owner', 'kindpal_app']) {
      await ask(old.adminUrl, `reassign owned by ${role} to kindpal`);
      await ask(old.adminUrl, `drop owned by ${role}`);
      await ask(old.adminUrl, `drop role ${role}`);
    }
    await old.stop();
    for (const file of passwordFiles.slice(1)) rmSync(join(dataDir, file));

    const now = await start();
    await migrate(now);
    expect(await ask(now.url, 'select email from newsletter_subscriptions')).toBe('a@b.example');
    await expect(ask(now.url, 'truncate newsletter_subscriptions')).rejects.toThrow('denied');
    expect(
      await ask(
        now.adminUrl,
        `select string_agg(distinct nspname || '.' || relname, ' ') from pg_class
         join pg_namespace space on space.oid = relnamespace
         where relowner = 'kindpal'::regrole and nspname !~ '^(pg_|information_schema)'`,
      ),
    ).toBeNull();
  });

  test('works with a long and strange data directory path', async () => {
    const { url } = await start(join(dataDir, 'ünder%20 #?', 'x'.repeat(100)));
    expect(await ask(url, 'select 1')).toBe(1);
  });

  test('members continue after the database was killed under a running Kindpal', async () => {
    const { url } = await start();
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await waitFor(() => ![0, pid].includes(postmasterPid()));
    await waitFor(() =>
      ask(url, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    expect(lines).toContain('PostgreSQL ended unexpectedly and is started again');
  });

  test('a killed Kindpal finds its database still running and takes it over', async () => {
    const takeOver = async (n: number) => {
      const other = await startOther();
      await ask(other.ownerUrl, `create table kept_${n} as select 7 as n`);
      const pid = postmasterPid();
      await endProcess(other.child, 'SIGKILL');
      expect(findProcessMark(pid)).not.toBeNull();

      const began = performance.now();
      const { ownerUrl, stop } = await start();
      const took = performance.now() - began;
      expect(postmasterPid()).toBe(pid);
      expect(await ask(ownerUrl, `select n from kept_${n}`)).toBe(7);
      await stop();
      expect(findProcessMark(pid)).toBeNull();
      return took;
    };
    expect(await fastestOf(takeOver, 1000)).toBeLessThan(1000);
  });

  test('a Kindpal killed together with its database starts again', async () => {
    const other = await startOther();
    await ask(other.ownerUrl, 'create table kept as select 7 as n');
    const pid = postmasterPid();
    process.kill(other.child.pid ?? 0, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    await endProcess(other.child, 'SIGKILL');
    const { ownerUrl } = await start();
    expect(postmasterPid()).not.toBe(pid);
    expect(await ask(ownerUrl, 'select n from kept')).toBe(7);
  });

  test.each([
    ['of a process that has its id now', () => `${process.pid}`],
    ['of a process that is gone', () => '999999999'],
  ])('a postmaster.pid %s does not prevent the start', async (_, pid) => {
    await (await start()).stop();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const rest = `${join(dataDir, 'postgres')}\n1\n5432\n${dataDir}\n\n  1 2\nready   \n`;
    writeFileSync(file, `${pid()}\n${rest}`);
    expect(await ask((await start()).url, 'select 1')).toBe(1);
  });

  test('an empty postmaster.pid after a crash does not prevent the start', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
    expect(await ask((await start()).url, 'select 1')).toBe(1);
  });

  test('an interrupted first start starts over', async () => {
    mkdirSync(join(dataDir, 'postgres.new'));
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18');
    expect(await ask((await start()).url, 'select 1')).toBe(1);
  });

  test('an operator who starts a second Kindpal on the same data is told which process has it', async () => {
    await start();
    await expect(start()).rejects.toThrow(`Another Kindpal (process ${process.pid}) is using`);
    await expect(startOther()).rejects.toThrow(`Another Kindpal (process ${process.pid})`);
    await running[0]?.stop();
    expect((await startOther()).ownerUrl).toBe(running[0]?.ownerUrl);
  });

  test('a start waits for a backup that runs on the same data, says so once, and continues', async () => {
    const end = lockDataDir('backup', dataDir);
    const starting = start();
    await waitFor(() => lines.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(lines).toEqual([`Waiting for a backup (process ${process.pid}) that uses ${dataDir}`]);
    expect(running).toEqual([]);
    end();
    expect(await ask((await starting).url, 'select 1')).toBe(1);
  });

  test('a start does not wait for the backup of a dead process', async () => {
    writeFileSync(join(dataDir, 'kindpal.pid'), '999999999\na mark\nbackup\n');
    expect(await ask((await start()).url, 'select 1')).toBe(1);
    expect(lines).toEqual([]);
  });

  test('a start gives up on a backup that hangs', async () => {
    const end = lockDataDir('backup', dataDir);
    const starting = start();
    await waitFor(() => lines.length > 0);
    const later = performance.now() + TIMEOUTS.backup;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    await expect(starting).rejects.toThrow(
      `A backup (process ${process.pid}) is still using ${dataDir}: stop it`,
    );
    clock.mockRestore();
    end();
  });

  test('Kindpal says in one line why its database cannot start', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "nonsense = 'x'\n");
    await expect(start()).rejects.toThrow(/^PostgreSQL does not start: [^\n]*configuration[^\n]*$/);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('nonsense');
  });

  test('nothing that members were told is saved is lost when the database is killed', async () => {
    const { ownerUrl } = await start();
    await ask(ownerUrl, 'create table said (n bigint primary key)');
    const pool = new Pool({ connectionString: ownerUrl, max: 8 });
    pool.on('error', () => {});
    const acknowledged: number[] = [];
    let next = 0;
    let writing = true;
    const write = async () => {
      while (writing) {
        next += 1;
        const n = next;
        try {
          await pool.query('insert into said values ($1)', [n]);
          acknowledged.push(n);
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    const writers = Array.from({ length: 8 }, write);
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      await waitFor(() => acknowledged.length > before + 200);
      process.kill(postmasterPid(), 'SIGKILL');
    }
    const before = acknowledged.length;
    await waitFor(() => acknowledged.length > before + 200);
    writing = false;
    await Promise.all(writers);
    const { rows } = await pool.query<{ n: string }>('select n from said');
    await pool.end();
    const stored = new Set(rows.map(({ n }) => Number(n)));
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
  });
});
