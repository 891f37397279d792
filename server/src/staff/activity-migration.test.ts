import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { runOn, withDatabase } from '../testing/database.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');
const name = `${inject('testTemplate')}_upgraded`;
const url = withDatabase(inject('testServerUrl'), name);
const folder = join(tmpdir(), name);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await runOn(inject('testServerUrl'), `drop database if exists ${name} with (force)`);
});

/** Brings a database to the release before the named migration. */
async function migrateUpTo(tag: string): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const end = journal.entries.findIndex((entry: { tag: string }) => entry.tag.endsWith(tag));
  journal.entries = journal.entries.slice(0, end);
  await writeFile(journalFile, JSON.stringify(journal));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  await client.end();
}

it('an upgrade keeps every entry of the log, and the requests that staff decided for themselves [S3]', async () => {
  await runOn(inject('testServerUrl'), `create database ${name}`);
  await migrateUpTo('_activity_log_by_month');
  await runOn(
    url,
    `INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details, created_at)
     SELECT gen_random_uuid(), 'users_read', 'user', NULL, jsonb_build_object('user_ids', jsonb_build_array(n)),
       now() - make_interval(days => n * 40)
     FROM generate_series(0, 40) n`,
  );
  await runOn(
    url,
    `WITH account AS (INSERT INTO auth."user" (name, email) VALUES ('Ada', 'ada@example.org') RETURNING id),
       member AS (INSERT INTO users (id, first_name, role, active_role)
         SELECT id, 'Ada', 'both', 'pet_owner' FROM account RETURNING id)
     INSERT INTO invite_requests (user_id, status, decided_by, decided_at, decision_reason)
     SELECT id, 'granted', id, now(), 'Mine.' FROM member`,
  );
  const entries = `SELECT row_to_json(log) FROM (SELECT id, admin_id, action, target_type, target_id,
    details, created_at FROM admin_activity_logs ORDER BY id) log`;
  const before = await runOn(url, entries);
  await migrate({ url, ownerUrl: url });
  expect(before).toHaveLength(41);
  expect(await runOn(url, entries)).toEqual(before);
  expect(await runOn(url, 'SELECT count(*)::int FROM admin_activity_logs_other')).toEqual([0]);
  expect(await runOn(url, 'SELECT decision_reason FROM invite_requests')).toEqual(['Mine.']);
  await expect(
    runOn(url, `UPDATE invite_requests SET decision_reason = 'Mine again.'`),
  ).rejects.toThrow(/invite_requests_not_own/);
});
