import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, runOn } from '../testing/database.ts';
import { createEarlierRelease, type EarlierRelease } from '../testing/earlier-release.ts';
import { migrate } from './migrate.ts';

let earlier: EarlierRelease;
beforeAll(async () => {
  earlier = await createEarlierRelease('_foreign_keys_and_images');
});
afterAll(() => earlier.drop());

test('an earlier release does not start on the database of a later one, and leaves it as it is', async () => {
  const later = await createTestDatabase();
  await runOn(
    later.ownerUrl,
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a later release', 4102444800000)`,
  );
  await runOn(later.ownerUrl, `UPDATE live_horizon SET origin = 'elsewhere'`);
  await expect(migrate(later)).rejects.toThrow(
    /^the database is of a later release \(it has 1 migrations .* restore a backup of this one$/,
  );
  expect(await runOn(later.ownerUrl, 'SELECT origin FROM live_horizon')).toEqual(['elsewhere']);
  await later.drop();
});

const url = (path: string) => `/storage/v1/object/public/profile-images/${path}`;

/** A member with a photo that is stored, whose job and pet show one that is lost, and who chats. */
const COMMUNITY = `
  WITH account AS (
    INSERT INTO auth."user" (name, email) VALUES ('Ada', 'ada@example.org'), ('Bo', 'bo@example.org')
    RETURNING id, name),
  member AS (
    INSERT INTO users (id, first_name, role, active_role, payment_preference)
    SELECT id, name, 'both', 'pet_owner', 'negotiable' FROM account RETURNING id, first_name),
  ada AS (SELECT id FROM member WHERE first_name = 'Ada'),
  pet AS (
    INSERT INTO pet_profiles (owner_id, name, breed, profile_image_url)
    SELECT id, 'Miso', 'Tabby', '${url('lost.webp')}' FROM ada),
  draft AS (INSERT INTO form_drafts (user_id, form_type, form_data) SELECT id, 'pet_onboarding', '{}' FROM ada),
  job AS (
    INSERT INTO jobs (owner_id, title, description, job_type, status, time_zone, total_amount,
      pet_size, pet_image_url, start_date, end_date)
    SELECT id, 'Feed Miso', 'Twice a day', 'pet_sitting', 'claimed', 'UTC', 10, 'small',
      '${url('lost.webp')}', now(), now() + interval '1 hour' FROM ada
    RETURNING id, start_date, end_date),
  claim AS (
    INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
    SELECT job.id, member.id, start_date, end_date FROM job, member WHERE first_name = 'Bo'
    RETURNING id, job_id, sitter_id)
  INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
  SELECT job_id, id, sitter_id, gen_random_uuid(), 'Hello' FROM claim`;

test('an upgrade keeps members, jobs, chats and stored photos, and forgets photos that are lost [X5]', async () => {
  await earlier.run(COMMUNITY);
  await earlier.run(
    `INSERT INTO files (path, owner_id, bytes) SELECT 'kept.webp', id, 1 FROM users LIMIT 1`,
  );
  await earlier.run(
    `UPDATE users SET profile_image_url = '${url('kept.webp')}' WHERE first_name = 'Ada'`,
  );
  await earlier.upgrade();
  expect(await earlier.run('SELECT profile_image_url FROM users ORDER BY first_name')).toEqual([
    url('kept.webp'),
    null,
  ]);
  expect(await earlier.run('SELECT pet_image_url FROM jobs')).toEqual([null]);
  expect(await earlier.run('SELECT profile_image_url FROM pet_profiles')).toEqual([null]);
  expect(await earlier.run('SELECT content FROM messages')).toEqual(['Hello']);
  expect(await earlier.run('SELECT form_type FROM form_drafts')).toEqual(['pet_onboarding']);
  await expect(earlier.run(`DELETE FROM files`)).rejects.toThrow(/users_profile_image_path/);
});

test('an operator whose upgrade was killed half-way starts again, and nothing is lost or half done', async () => {
  const release = await createEarlierRelease('_foreign_keys_and_images');
  const countApplied = () =>
    release.run<number>('SELECT count(*)::int FROM drizzle.__drizzle_migrations');
  const WAITING = `FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'kindpal-migrate' AND wait_event_type = 'Lock'`;
  await release.run(COMMUNITY);
  const before = await countApplied();
  // Some of its migrations are done when it comes to a table that somebody else holds.
  const holder = new pg.Client({ connectionString: release.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE job_claims');
  const killed = expect(release.upgrade()).rejects.toThrow();
  await expect.poll(() => release.run(`SELECT 1 ${WAITING}`), { timeout: 15_000 }).toEqual([1]);
  await release.run(`SELECT pg_terminate_backend(pid) ${WAITING}`);
  await killed;
  await holder.end();
  expect(await countApplied()).toEqual(before);
  expect(await release.run(`SELECT to_regclass('job_events')::text`)).toEqual([null]);

  await release.upgrade();
  const [applied = 0] = await countApplied();
  expect(applied).toBeGreaterThan(before[0] ?? 0);
  expect(await release.run('SELECT content FROM messages')).toEqual(['Hello']);
  expect(await release.run('SELECT count(*)::int FROM job_claims')).toEqual([1]);
  await release.drop();
});
