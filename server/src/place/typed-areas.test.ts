import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { prepareDatabase } from '../db/embedded/prepare-database.ts';
import { migrate } from '../db/migrate.ts';
import { asRole, runOn, withDatabase } from '../testing/database.ts';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { SAMPLE_PLACES } from '../testing/sample-places.ts';
import { writePlaces } from './fill-places.ts';
import { GAZETTEER_VERSION } from './gazetteer.ts';
import { matchTypedAreas } from './match-typed-areas.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** The migrations of the release before areas, in their own folder. */
function earlierMigrations(folder: string): void {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const first = readdirSync(MIGRATIONS).find((name) => name.endsWith('_areas_and_addresses.sql'));
  const end = journal.entries.findIndex(({ tag }) => `${tag}.sql` === first);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
}

const TYPED: [typed: string | null, area: string | null][] = [
  ['12 Elm Street, Maplewood, NJ', 'Maplewood, New Jersey'],
  ['Hilton, Maplewood, New Jersey, USA', 'Maplewood, New Jersey'],
  ['4 Bergen St, Brooklyn, NY 11201', 'Brooklyn, New York'],
  ['hoboken', 'Hoboken, New Jersey'],
  ['Maplewood', null],
  ['12 Elm Street, Maplewood', null],
  ['Riverside, MD', null],
  ['Rosewood Court', null],
  ['blue door, ring twice, Berlin', null],
  [null, null],
];

test('what members typed before there were areas becomes their address, and the area if unambiguous [R3] [J1]', async () => {
  const server = inject('testServerUrl');
  const { owner, serving } = inject('testRoles');
  const name = `${inject('testTemplate')}_${randomBytes(6).toString('hex')}`;
  const folder = makeTempDataDir();
  await runOn(server, `create database ${name}`);
  const ownerUrl = asRole(withDatabase(server, name), owner);
  const admin = new pg.Client({ connectionString: withDatabase(server, name) });
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await admin.connect();
    await prepareDatabase(admin, { owner });
    await client.connect();
    earlierMigrations(folder);
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
    for (const [typed] of TYPED) await joinAndPost(client, typed);

    await migrate({ url: asRole(withDatabase(server, name), serving), ownerUrl });
    const kept = `SELECT address, location FROM users ORDER BY created_at`;
    const before = (await client.query(kept)).rows;
    expect(before).toEqual(TYPED.map(([address]) => ({ address, location: null })));

    await writePlaces(ownerUrl, SAMPLE_PLACES, GAZETTEER_VERSION);
    await Promise.all([matchTypedAreas(ownerUrl), matchTypedAreas(ownerUrl)]);
    const expected = TYPED.map(([address, location]) => ({ address, location }));
    expect((await client.query(kept)).rows).toEqual(expected);
    const jobs = await client.query('SELECT address, location FROM jobs ORDER BY created_at');
    expect(jobs.rows).toEqual(expected.filter(({ address }) => address !== null));

    // A member who removes their area later does not get it again.
    await client.query('UPDATE users SET place_id = NULL, location = NULL');
    await matchTypedAreas(ownerUrl);
    const { rows } = await client.query('SELECT FROM users WHERE location IS NOT NULL');
    expect(rows).toEqual([]);
  } finally {
    await client.end();
    await admin.end();
    await runOn(server, `drop database ${name} with (force)`);
    removeTempDataDir(folder);
  }
});

async function joinAndPost(client: pg.Client, typed: string | null): Promise<void> {
  const id = randomUUID();
  await client.query(`INSERT INTO auth."user" (id, name, email) VALUES ($1, 'Ada', $2)`, [
    id,
    `${id}@example.org`,
  ]);
  await client.query(
    `INSERT INTO users (id, first_name, role, active_role, location, created_at)
     VALUES ($1, 'Ada', 'pet_owner', 'pet_owner', $2, clock_timestamp())`,
    [id, typed],
  );
  if (typed === null) return;
  await client.query(
    `INSERT INTO jobs (owner_id, title, description, location, job_type, start_date, end_date, time_zone, total_amount)
     VALUES ($1, 'A walk', 'Around the pond', $2, 'both', now(), now() + interval '1 hour', 'UTC', 5)`,
    [id, typed],
  );
}
