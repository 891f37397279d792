import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writePlaces } from '../../../place/fill-places.ts';
import { GAZETTEER_VERSION } from '../../../place/gazetteer.ts';
import { prepareDemo } from '../../../seed/demo/seed-demo.ts';
import { createClaim } from '../../../testing/factories.ts';
import { makeTempDataDir, removeTempDataDir } from '../../../testing/make-temp-data-dir.ts';
import { SAMPLE_PLACES } from '../../../testing/sample-places.ts';
import { openDatabase } from '../../client.ts';
import { migrate } from '../../migrate.ts';
import { lockDataDir } from '../lock-data-dir.ts';
import { findPostmasterFile } from '../postmaster-file.ts';
import { findProcessMark } from '../process-state.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let home: string;
let community: EmbeddedPostgres;
let running: EmbeddedPostgres[];
beforeAll(async () => {
  home = makeTempDataDir();
  running = [];
  community = await start('community');
  await migrate(community);
  await writePlaces(community.ownerUrl, SAMPLE_PLACES, GAZETTEER_VERSION);
  await prepareDemo(env('community'), community.ownerUrl);
  writeFileSync(join(home, 'community/secret'), 'what signs the sessions of this community\n');
  writeFileSync(join(home, 'community/saml.pem'), 'what SAML providers know this community by\n');
  mkdirSync(join(home, 'community/mail'));
  writeFileSync(join(home, 'community/mail/1.json'), 'a link that is a key');
}, 120_000);
afterAll(async () => {
  for (const postgres of running) await postgres.stop();
  removeTempDataDir(home);
});

const env = (name: string) => ({
  mode: 'demo' as const,
  dataDir: join(home, name),
  databaseUrl: undefined,
  storageUrl: undefined,
  appSecret: undefined,
});
const backup = (name: string, to: string) => takeBackup(env(name), join(home, to));
const restore = (from: string, name: string) => restoreBackup(env(name), join(home, from));

async function start(name: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, name), log: () => {} });
  running.push(postgres);
  return postgres;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table, as text. */
async function readTables(url: string): Promise<Record<string, string[]>> {
  const names = await ask<{ name: string }>(
    url,
    `SELECT class.oid::regclass::text AS name FROM pg_class class
     JOIN pg_namespace space ON space.oid = class.relnamespace
     WHERE relkind = 'r' AND nspname !~ '^(pg_|information_schema)'`,
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of names) {
    const rows = await ask<{ row: string }>(url, `SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

function readFiles(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [
        path.slice(dir.length),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

/** Rows whose foreign key references nothing, over all keys of the database. */
async function findOrphans(url: string): Promise<string[]> {
  const keys = await ask<{ name: string; sql: string }>(
    url,
    `SELECT conname AS name, format(
       'SELECT 1 FROM %s child WHERE %s AND NOT EXISTS (SELECT FROM %s parent WHERE %s) LIMIT 1',
       conrelid::regclass, string_agg(format('child.%I IS NOT NULL', child.attname), ' AND '),
       confrelid::regclass,
       string_agg(format('parent.%I = child.%I', parent.attname, child.attname), ' AND ')) AS sql
     FROM pg_constraint, unnest(conkey, confkey) AS pair (child_key, parent_key)
     JOIN pg_attribute child ON child.attnum = child_key
     JOIN pg_attribute parent ON parent.attnum = parent_key
     WHERE contype = 'f' AND child.attrelid = conrelid AND parent.attrelid = confrelid
     GROUP BY conname, conrelid, confrelid`,
  );
  expect(keys.length).toBeGreaterThan(20);
  const orphans: string[] = [];
  for (const { name, sql } of keys) if ((await ask(url, sql)).length > 0) orphans.push(name);
  return orphans;
}

describe('a backup', () => {
  it('restores a destroyed community: every row, every picture, the secret and the passwords', async () => {
    const { manifest, missingImages } = await backup('community', 'whole');
    expect(missingImages).toBe(0);
    const [tables, files] = [
      await readTables(community.adminUrl),
      readFiles(join(home, 'community/files')),
    ];
    expect(tables.users?.length).toBeGreaterThan(20);
    expect(Object.keys(files).length).toBeGreaterThan(20);
    await community.stop();
    cpSync(join(home, 'community'), join(home, 'lost'), { recursive: true });
    rmSync(join(home, 'community'), { recursive: true });

    // As programs that copy files only.
    for (const { parentPath, name } of readdirSync(join(home, 'whole/postgres'), {
      recursive: true,
      withFileTypes: true,
    }).filter((one) => one.isDirectory())) {
      const copied = join(parentPath, name);
      if (existsSync(copied) && readdirSync(copied).length === 0)
        rmSync(copied, { recursive: true });
    }
    await restore('whole', 'community');
    community = await start('community');
    const restored = await readTables(community.adminUrl);
    // Rate limits are unlogged and start over; the other table says that a new history begins.
    for (const name of ['rate_limits', 'live_horizon']) {
      delete tables[name];
      delete restored[name];
    }
    expect(Object.keys(restored)).toEqual(Object.keys(tables));
    for (const name of Object.keys(tables)) expect(restored[name], name).toEqual(tables[name]);
    expect(manifest.tables.users?.rows).toBe(tables.users?.length);
    expect(readFiles(join(home, 'community/files'))).toEqual(files);
    for (const file of ['secret', 'saml.pem', 'postgres-password', 'postgres-app-password']) {
      expect(readFileSync(join(home, 'community', file)), file).toEqual(
        readFileSync(join(home, 'lost', file)),
      );
    }
    expect(existsSync(join(home, 'community/mail'))).toBe(false);
    const [before] = await ask<{ history: string }>(
      community.url,
      'SELECT history FROM live_horizon',
    );
    await migrate(community);
    const [after] = await ask<{ history: string }>(
      community.url,
      'SELECT history FROM live_horizon',
    );
    expect(after?.history).not.toBe(before?.history);
  }, 120_000);

  it('can be read by nobody but its creator', () => {
    const modes = readdirSync(join(home, 'whole'), { recursive: true, withFileTypes: true }).map(
      (entry) => [entry.isDirectory(), statSync(join(entry.parentPath, entry.name)).mode & 0o777],
    );
    expect(modes.length).toBeGreaterThan(300);
    expect(modes.filter(([isDirectory, mode]) => mode !== (isDirectory ? 0o700 : 0o600))).toEqual(
      [],
    );
    expect(statSync(join(home, 'whole')).mode & 0o777).toBe(0o700);
  });

  it('taken while members write is one consistent state of the community', async () => {
    const db = openDatabase(community.url, { size: 4 });
    let writing = true;
    const before = [await createClaim(db)];
    const write = async () => {
      while (writing) {
        const { claim, job, sitter_id } = await createClaim(db);
        await db.pool.query(
          `INSERT INTO messages (claim_id, job_id, sender_id, client_id, content)
           VALUES ($1, $2, $3, gen_random_uuid(), repeat('On my way. ', 200))`,
          [claim.id, job.id, sitter_id],
        );
        await db.pool.query('UPDATE jobs SET title = title || $2 WHERE id = $1', [job.id, '!']);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    const taken = await backup('community', 'busy').finally(() => {
      writing = false;
    });
    await Promise.all(writers);
    const [now] = await ask<{ n: number }>(
      community.url,
      'SELECT count(*)::int AS n FROM messages',
    );
    await db.close();
    expect(taken.manifest.tables.messages?.rows).toBeLessThan(now?.n ?? 0);

    await restore('busy', 'other');
    const other = await start('other');
    expect(await findOrphans(other.adminUrl)).toEqual([]);
    const [first] = before;
    const found = `SELECT FROM job_claims WHERE id = '${first?.claim.id}'`;
    expect(await ask(other.adminUrl, found)).toHaveLength(1);
    expect(await ask(other.adminUrl, 'SELECT FROM messages')).toHaveLength(
      taken.manifest.tables.messages?.rows ?? 0,
    );
    await other.stop();
  }, 120_000);

  it('can be taken while Kindpal is stopped, and leaves it stopped', async () => {
    await backup('other', 'of-a-stopped-one');
    expect(existsSync(join(home, 'other/postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(home, 'other/kindpal.pid'))).toBe(false);
  });

  it('of a stopped Kindpal does not make a start or another backup fail', async () => {
    const first = backup('other', 'first');
    await vi.waitFor(() => expect(existsSync(join(home, 'other/kindpal.pid'))).toBe(true));
    const second = backup('other', 'second');
    await first;
    await second;
    const third = backup('other', 'third');
    await vi.waitFor(() => expect(existsSync(join(home, 'other/kindpal.pid'))).toBe(true));
    const started = await start('other');
    await third;
    expect(await ask(started.url, 'SELECT FROM users LIMIT 1')).toHaveLength(1);
    await started.stop();
  }, 120_000);

  it('of a running Kindpal can be taken while another is, and leaves nothing in the database', async () => {
    const taken = await Promise.all([backup('community', 'one'), backup('community', 'two')]);
    const [one, two] = taken.map(({ manifest }) => manifest.tables.users?.rows);
    expect([one, two]).toEqual([two, one]);
    expect(one).toBeGreaterThan(20);
    expect(await ask(community.adminUrl, 'SELECT FROM pg_replication_slots')).toEqual([]);
    await restore('two', 'restored-two');
  }, 120_000);

  it('and a start are refused while a backup is restored into the same directory', async () => {
    mkdirSync(join(home, 'filling/postgres'), { recursive: true });
    const end = lockDataDir('restore', join(home, 'filling'));
    const line = `A restore (process ${process.pid}) into ${join(home, 'filling')} is in progress`;
    await expect(start('filling')).rejects.toThrow(line);
    await expect(backup('filling', 'never')).rejects.toThrow(line);
    await expect(restore('whole', 'filling')).rejects.toThrow(line);
    end();
  });

  /** A backup of the community in a process of its own, to be killed. */
  function startBackup(to: string) {
    return spawn(process.execPath, ['scripts/backup.ts', join(home, to)], {
      cwd: join(import.meta.dirname, '../../../../..'),
      env: { ...process.env, DATA_DIR: join(home, 'community'), INIT_CWD: home },
    });
  }

  it('that is killed while it copies leaves nothing in the database', async () => {
    const killed = startBackup('stopped');
    const slots = () => ask(community.adminUrl, 'SELECT FROM pg_replication_slots');
    const soon = { timeout: 20_000, interval: 1 };
    await vi.waitFor(async () => expect(await slots()).toHaveLength(1), soon);
    killed.kill('SIGKILL');
    await vi.waitFor(async () => expect(await slots()).toEqual([]), soon);
    const remains = () => readdirSync(home).filter((name) => name.startsWith('stopped'));
    await vi.waitFor(() => expect(remains()).toEqual([]), soon);
  });

  it('that is killed leaves no server running and no copy', async () => {
    const killed = startBackup('killed');
    const copy = join(home, 'killed.unfinished/postgres');
    const findPid = () => (existsSync(copy) ? findPostmasterFile(copy)?.pid : undefined) ?? 0;
    const found = { timeout: 20_000, interval: 1 };
    const pid = await vi.waitFor(() => findPid() || Promise.reject(new Error('none yet')), found);
    expect(findProcessMark(pid)).not.toBeNull();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await vi.waitFor(() => expect(findProcessMark(pid)).toBeNull(), 20_000);
    const remains = () => readdirSync(home).filter((name) => name.startsWith('killed'));
    await vi.waitFor(() => expect(remains()).toEqual([]), 20_000);
  });

  it('is refused while another process writes to the same directory, and takes over from a dead one', async () => {
    const lock = join(home, 'same.lock');
    const other = spawn('sleep', ['60']);
    writeFileSync(lock, `${other.pid}\n${findProcessMark(Number(other.pid))}\n`);
    await expect(backup('community', 'same')).rejects.toThrow(
      `Another backup (process ${other.pid}) is writing ${join(home, 'same')}`,
    );
    expect(existsSync(lock)).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await backup('community', 'same');
    expect(readdirSync(home).filter((name) => name.startsWith('same'))).toEqual(['same']);
  });

  it('that is interrupted leaves nothing behind', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(takeBackup(env('community'), join(home, 'gone'), { signal })).rejects.toThrow();
    expect(readdirSync(home).filter((name) => name.startsWith('gone'))).toEqual([]);
  });

  it.each<[string, (dir: string) => void, RegExp]>([
    [
      'a byte has changed',
      (dir) => writeFileSync(join(dir, 'postgres/PG_VERSION'), '19'),
      /postgres\/PG_VERSION has changed$/,
    ],
    [
      'a file is cut short',
      (dir) => truncateSync(join(dir, 'data/secret'), 4),
      /data\/secret has changed$/,
    ],
    [
      'a file is missing',
      (dir) => rmSync(join(dir, 'postgres/global/pg_control')),
      /postgres\/global\/pg_control is missing$/,
    ],
    [
      'something was added',
      (dir) => writeFileSync(join(dir, 'postgres/recovery.signal'), ''),
      /recovery.signal is not part of it$/,
    ],
    [
      'its description is cut short',
      (dir) => truncateSync(join(dir, 'backup.json'), 1000),
      /backup.json cannot be read$/,
    ],
    [
      'its description names a directory outside',
      (dir) => edit(dir, { directories: ['../../outside'] }),
      /backup.json cannot be read$/,
    ],
    [
      'its description is missing',
      (dir) => rmSync(join(dir, 'backup.json')),
      /no readable backup.json$/,
    ],
    [
      'it is of a newer release',
      (dir) => edit(dir, { migration: 9_999_999_999_999 }),
      /newer release/,
    ],
    [
      'it is of another PostgreSQL',
      (dir) => edit(dir, { postgres: '17' }),
      /PostgreSQL 17, but this Kindpal brings 18$/,
    ],
    [
      'it was made on another machine',
      (dir) => edit(dir, { machine: 'vms-vax' }),
      /vms-vax and does not fit/,
    ],
  ])('is refused in one line, and nothing is written, when %s', async (_, damage, line) => {
    cpSync(join(home, 'whole'), join(home, 'damaged'), { recursive: true });
    damage(join(home, 'damaged'));
    const refused = restore('damaged', 'untouched');
    await expect(refused).rejects.toThrow(line);
    await expect(refused).rejects.toThrow(/^[^\n]+$/);
    expect(existsSync(join(home, 'untouched'))).toBe(false);
    rmSync(join(home, 'damaged'), { recursive: true });
  });

  function edit(dir: string, change: object): void {
    const file = join(dir, 'backup.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
  }

  it('never replaces a community: neither one that runs nor one that was stopped', async () => {
    await expect(restore('whole', 'community')).rejects.toThrow('Another Kindpal (process');
    await expect(restore('whole', 'other')).rejects.toThrow('is not empty');
    await expect(backup('community', 'whole')).rejects.toThrow('is not empty');
    expect(await ask(community.url, 'SELECT FROM users LIMIT 1')).toHaveLength(1);
  });

  it('is refused for a database with a page corrupted on disk', async () => {
    const other = await start('other');
    const [path] = await ask<{ file: string }>(
      other.adminUrl,
      "SELECT pg_relation_filepath('users') AS file",
    );
    await other.stop();
    const file = join(home, 'other/postgres', path?.file ?? '');
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(8_000) ^ 1, 8_000);
    writeFileSync(file, bytes);
    await expect(backup('other', 'of-a-damaged-one')).rejects.toThrow(/^invalid page in block 0/);
    expect(readdirSync(home).filter((name) => name.startsWith('of-a-damaged'))).toEqual([]);
  });

  it('that was half restored is not started', async () => {
    mkdirSync(join(home, 'half'));
    writeFileSync(join(home, 'half/restore-unfinished'), '');
    writeFileSync(join(home, 'half/secret'), 'the first file of it');
    await expect(start('half')).rejects.toThrow('was interrupted: empty it and restore again');
    await expect(restore('whole', 'half')).rejects.toThrow('is not empty');
    expect(readdirSync(join(home, 'half'))).toEqual(['restore-unfinished', 'secret']);
  });

  it('whose restore was killed while it checked the backup is not started, and restored by the next', async () => {
    const killed = spawn(process.execPath, ['scripts/restore.ts', join(home, 'whole')], {
      cwd: join(import.meta.dirname, '../../../../..'),
      env: { ...process.env, DATA_DIR: join(home, 'early'), INIT_CWD: home },
    });
    const made = () => readdirSync(join(home, 'early')).sort();
    const soon = { timeout: 20_000, interval: 1 };
    await vi.waitFor(() => expect(made()).toContain('restore-unfinished'), soon);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(made()).toEqual(['kindpal.pid', 'restore-unfinished']);
    await expect(start('early')).rejects.toThrow('was interrupted: empty it and restore again');
    cpSync(join(home, 'whole'), join(home, 'damaged'), { recursive: true });
    rmSync(join(home, 'damaged/data/secret'));
    await expect(restore('damaged', 'early')).rejects.toThrow('is missing');
    rmSync(join(home, 'damaged'), { recursive: true });
    expect(made()).toEqual(['restore-unfinished']);
    await restore('whole', 'early');
    const started = await start('early');
    expect(await ask(started.url, 'SELECT FROM users LIMIT 1')).toHaveLength(1);
    await started.stop();
  }, 120_000);

  it.runIf(process.getuid?.() === 0)(
    'restores a community whose database is stored elsewhere, and leaves that database as it is',
    async () => {
      mkdirSync(join(home, 'private'), { mode: 0o700 });
      const data = join(home, 'private/data');
      const noted = () => readFileSync(join(data, 'postgres-elsewhere'), 'utf8').trim();
      const title = 'SELECT title FROM jobs LIMIT 1';
      await restore('whole', 'private/data');
      const cluster = noted();
      expect(dirname(cluster)).toMatch(/^\/var\/lib\/kindpal\//);
      try {
        const first = await start('private/data');
        await ask(first.adminUrl, "UPDATE jobs SET title = 'Written after the backup'");
        await first.stop();
        renameSync(data, `${data}-old`);
        // What a killed restore leaves there.
        mkdirSync(`${cluster}-2.unfinished`);
        writeFileSync(`${cluster}-2.unfinished/PG_VERSION`, '17');

        const { kept } = await restore('whole', 'private/data');
        expect(kept).toEqual([cluster]);
        expect(noted()).toBe(`${cluster}-2`);
        expect(readdirSync(dirname(cluster)).sort()).toEqual(['postgres', 'postgres-2']);
        const second = await start('private/data');
        expect(await ask(second.adminUrl, title)).not.toEqual([
          { title: 'Written after the backup' },
        ]);
        await second.stop();

        renameSync(data, `${data}-restored`);
        renameSync(`${data}-old`, data);
        const again = await start('private/data');
        expect(await ask(again.adminUrl, title)).toEqual([{ title: 'Written after the backup' }]);
        await again.stop();
      } finally {
        rmSync(dirname(cluster), { recursive: true });
      }
    },
    120_000,
  );

  it('is refused for an external database, with what to use instead', async () => {
    const own = { ...env('x'), databaseUrl: 'postgres://somewhere/else' };
    await expect(takeBackup(own, join(home, 'never'))).rejects.toThrow('pg_dump');
    await expect(restoreBackup(own, join(home, 'whole'))).rejects.toThrow('pg_restore');
    await expect(backup('nowhere', 'never')).rejects.toThrow('There is no Kindpal in');
    await expect(backup('community', 'community/mine')).rejects.toThrow('is inside of');
  });
});
