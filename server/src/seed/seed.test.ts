import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SUMMARY_MIN } from '@kindpal/contract/moderation/summary';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { openImageStore } from '../file/image-store.ts';
import { countDecisions } from '../moderation/get-summary.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createMember } from '../testing/factories.ts';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { seedBulk } from './bulk/seed-bulk.ts';
import { prepareDemo } from './demo/seed-demo.ts';

const DAY = 86_400_000;
let database: TestDatabase;
let db: Database;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { size: 2 });
  dataDir = makeTempDataDir();
});
afterAll(async () => {
  await db.close();
  await database.drop();
  removeTempDataDir(dataDir);
});

async function count(what: string): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return rows[0]?.n ?? 0;
}

test('a demo of last month still has jobs to claim, photos, reviews, and work for staff [S1]', async () => {
  const env = { mode: 'demo' as const, dataDir, storageUrl: undefined };
  await prepareDemo(env, database.ownerUrl, new Date(Date.now() - 30 * DAY));
  expect(await count(`jobs WHERE status = 'open' AND start_date > now()`)).toBe(0);
  await prepareDemo(env, database.ownerUrl);
  expect(await count(`jobs WHERE status = 'open' AND start_date > now()`)).toBeGreaterThan(20);
  expect(await count('jobs WHERE pet_image_url IS NULL')).toBe(0);
  expect(await count('users WHERE profile_image_path IS NOT NULL')).toBeGreaterThan(10);
  expect(await count('reviews WHERE published_at IS NOT NULL')).toBeGreaterThan(10);
  // Staff have recent work: tickets, requests, a waiting list, and cases that nobody has decided.
  const recent = "created_at > now() - interval '7 days'";
  for (const table of ['feedback', 'invite_requests', 'waitlist_entries', 'reports']) {
    expect(await count(`${table} WHERE ${recent}`), table).toBeGreaterThan(1);
  }
  expect(await count('reports WHERE decided_at IS NULL')).toBeGreaterThan(1);
  expect(await count('identity_checks')).toBeGreaterThan(0);
  // The guidelines show everybody what earlier reports led to.
  const { decisions, median_minutes } = await countDecisions(db);
  expect(decisions.warn).toBeGreaterThanOrEqual(SUMMARY_MIN);
  expect(decisions.dismiss).toBeGreaterThanOrEqual(SUMMARY_MIN);
  expect(median_minutes).toBeGreaterThan(0);
  // One waits for the answer to their appeal, one for the end of their suspension.
  expect(await count('moderation_decisions WHERE appealed_at IS NOT NULL')).toBe(1);
  expect(await count('moderation_decisions WHERE ends_at > now()')).toBe(1);
  const { rows } = await db.pool.query<{ path: string }>('SELECT path FROM files LIMIT 1');
  const images = await openImageStore(env);
  expect(await images.find(rows[0]?.path ?? '')).toBeInstanceOf(Readable);
  for (const file of ['demo-community', join('files', rows[0]?.path ?? '')]) {
    expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  }
});

test('a community of real people is filled neither by the demo nor by generated jobs', async () => {
  const other = await createTestDatabase();
  const theirs = openDatabase(other.url, { size: 1 });
  const empty = makeTempDataDir();
  try {
    await createMember(theirs);
    const env = { mode: 'demo' as const, dataDir: empty, storageUrl: undefined };
    await expect(prepareDemo(env, other.ownerUrl)).rejects.toThrow('another community');
    await expect(seedBulk(other.ownerUrl, { jobs: 100 })).rejects.toThrow('members of its own');
    const { rowCount } = await theirs.pool.query('SELECT FROM jobs');
    expect(rowCount).toBe(0);
  } finally {
    await theirs.close();
    await other.drop();
    removeTempDataDir(empty);
  }
});

test('half of the generated jobs are open, and every other one has the claim that it needs', async () => {
  const other = await createTestDatabase();
  const made = openDatabase(other.url, { size: 1 });
  try {
    await seedBulk(other.ownerUrl, { jobs: 2_000 });
    const { rows } = await made.pool.query(
      `SELECT count(*) FILTER (WHERE status = 'open')::int AS open,
         count(*) FILTER (WHERE status IN ('claimed', 'in_progress', 'completed') AND NOT EXISTS
           (SELECT FROM job_claims claim WHERE claim.job_id = job.id))::int AS bare
       FROM jobs job`,
    );
    expect(rows[0]).toEqual({ open: 1_000, bare: 0 });
  } finally {
    await made.close();
    await other.drop();
  }
});
