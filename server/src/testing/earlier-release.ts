import { randomBytes } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { runOn, withDatabase } from './database.ts';
import { makeTempDataDir } from './make-temp-data-dir.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** A database of an earlier release, which a test fills and then upgrades. */
export type EarlierRelease = {
  url: string;
  /** Runs one statement; returns the first column of its rows. */
  run<T = unknown>(statement: string): Promise<T[]>;
  /** Upgrades it to this release, like a start of the product. */
  upgrade(): Promise<void>;
  drop(): Promise<void>;
};

/** Creates a database as it was before the migration with this name suffix. */
export async function createEarlierRelease(before: string): Promise<EarlierRelease> {
  const server = inject('testServerUrl');
  const name = `${inject('testTemplate')}_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(server, name);
  const folder = makeTempDataDir();
  await runOn(server, `create database ${name}`);
  await cp(MIGRATIONS, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const end = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(before));
  if (end < 0) throw new Error(`No migration ends in ${before}`);
  journal.entries = journal.entries.slice(0, end);
  await writeFile(journalFile, JSON.stringify(journal));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  await client.end();
  return {
    url,
    run: (statement) => runOn(url, statement),
    upgrade: () => migrate({ url, ownerUrl: url }),
    async drop() {
      await rm(folder, { recursive: true, force: true });
      await runOn(server, `drop database if exists ${name} with (force)`);
    },
  };
}
