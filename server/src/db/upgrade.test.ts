import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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

/** A member with a stored photo, whose job and pet show a lost one, and who chats. */
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

test('an upgrade keeps members, jobs, chats and stored photos, and drops lost photos [X5]', async () => {
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

/** A minimal community of the first release: two members, a job, its claim and a message. */
const FIRST_COMMUNITY = `
  WITH account AS (
    INSERT INTO auth."user" (name, email) VALUES ('Ada', 'ada@example.org'), ('Bo', 'bo@example.org')
    RETURNING id, name),
  member AS (
    INSERT INTO users (id, first_name, role, active_role)
    SELECT id, name, 'both', 'pet_owner' FROM account RETURNING id, first_name),
  job AS (
    INSERT INTO jobs (owner_id, title, description, location, job_type, status, time_zone,
      total_amount, pet_size, start_date, end_date)
    SELECT id, 'Feed Miso', 'Twice a day', 'Elm Street', 'pet_sitting', 'claimed', 'UTC', 10, 'small',
      now(), now() + interval '1 hour' FROM member WHERE first_name = 'Ada'
    RETURNING id, start_date, end_date),
  claim AS (
    INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
    SELECT job.id, member.id, start_date, end_date FROM job, member WHERE first_name = 'Bo'
    RETURNING id, job_id, sitter_id)
  INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
  SELECT job_id, id, sitter_id, gen_random_uuid(), 'Hello' FROM claim`;

/** Migrates in a separate process, like a start, so that a test can kill it. */
function migrateAside(url: string): ChildProcess {
  const program = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
    const url = process.env.DATABASE_URL;
    await migrate({ url, ownerUrl: url });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url },
  });
}

test('an operator whose upgrade from the first release was killed halfway starts again, and nothing is lost or half done', async () => {
  const release = await createEarlierRelease('_rules_and_triggers');
  const countApplied = () =>
    release.run<number>('SELECT count(*)::int FROM drizzle.__drizzle_migrations');
  await release.run(FIRST_COMMUNITY);
  const before = await countApplied();
  // Some of its migrations are done when it reaches a table that is locked.
  const holder = new pg.Client({ connectionString: release.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE admin_activity_logs');
  const upgrading = migrateAside(release.url);
  const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'kindpal-migrate' AND wait_event_type = 'Lock'`;
  await expect.poll(() => release.run(WAITING), { timeout: 40_000 }).toEqual([1]);
  const ended = once(upgrading, 'exit');
  upgrading.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  await holder.end();
  expect(await countApplied()).toEqual(before);
  expect(await release.run(`SELECT to_regclass('places')::text`)).toEqual([null]);

  await release.upgrade();
  const [applied = 0] = await countApplied();
  expect(applied).toBeGreaterThan(before[0] ?? 0);
  expect(await release.run('SELECT content FROM messages')).toEqual(['Hello']);
  expect(await release.run('SELECT count(*)::int FROM job_claims')).toEqual([1]);
  expect(await release.run('SELECT address FROM jobs')).toEqual(['Elm Street']);
  await release.drop();
}, 90_000);

test('a community of the release before sign-in codes, reviews, notifications and blocks is upgraded with all its rows', async () => {
  const release = await createEarlierRelease('_how_members_proved_themselves');
  await release.run(COMMUNITY.replaceAll(`'${url('lost.webp')}'`, 'NULL'));
  await release.run(
    `INSERT INTO auth.session (token, user_id, expires_at, created_at)
     SELECT name, id, now() + interval '1 day', '2026-01-02T03:04:05Z' FROM auth."user"`,
  );
  // A completed job, when nobody was asked for a review yet.
  await release.run(
    `UPDATE job_claims SET ended_at = now(), completed_at = now(), end_reason = 'completed'`,
  );
  await release.run(`UPDATE jobs SET status = 'completed'`);
  const KEPT = [
    'auth."user"',
    'users',
    'jobs',
    'job_claims',
    'messages',
    'pet_profiles',
    'form_drafts',
  ];
  const count = async () => {
    const counts: unknown[] = [];
    for (const table of KEPT)
      counts.push(...(await release.run(`SELECT count(*)::int FROM ${table}`)));
    return counts;
  };
  const before = await count();
  expect(before).toEqual([2, 2, 1, 1, 1, 1, 1]);
  await release.upgrade();
  expect(await count()).toEqual(before);
  expect(
    await release.run(
      `SELECT DISTINCT method || ' ' || (proved_at = created_at) FROM auth.session`,
    ),
  ).toEqual(['password true']);
  expect(await release.run('SELECT end_reason FROM job_claims')).toEqual(['completed']);
  expect(await release.run('SELECT count(*)::int FROM reviews')).toEqual([0]);
  // Its members can use what it did not know.
  await release.run(
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, would_repeat, publish_at)
     SELECT claim.id, 'owner', job.owner_id, claim.sitter_id, 'completed', 5, true, now()
     FROM job_claims claim JOIN jobs job ON job.id = claim.job_id`,
  );
  await release.drop();
});

test('staff and members of the release before second factors keep their sessions, and none awaits a factor [U13]', async () => {
  const release = await createEarlierRelease('_second_factors');
  await release.run(COMMUNITY.replaceAll(`'${url('lost.webp')}'`, 'NULL'));
  await release.run(
    `INSERT INTO auth.session (token, user_id, expires_at, proved_at)
     SELECT name, id, now() + interval '1 day', '2026-01-02T03:04:05Z' FROM auth."user"`,
  );
  await release.run(
    `INSERT INTO user_roles (user_id, role) SELECT id, 'super_admin' FROM users WHERE first_name = 'Ada'`,
  );
  await release.upgrade();
  // There is no recent proof of identity, so adding a factor needs the password, as it should.
  expect(
    await release.run(
      `SELECT token || ' ' || awaits_factor || ' ' || admits_staff || ' ' || (confirmed_at = proved_at)
       FROM auth.session ORDER BY token`,
    ),
  ).toEqual(['Ada false false true', 'Bo false false true']);
  await release.drop();
});

test('a sitter who claimed jobs for more pets today than this release allows keeps and cancels them, and claims no further pet until they may [J5]', async () => {
  const release = await createEarlierRelease('_claimed_pets');
  const claim = (pets: number) =>
    release.run(`
    WITH account AS (
      INSERT INTO auth."user" (name, email)
      SELECT 'Owner', gen_random_uuid() || '@example.org' FROM generate_series(1, ${pets})
      RETURNING id, name),
    member AS (
      INSERT INTO users (id, first_name, role, active_role)
      SELECT id, name, 'both', 'pet_owner' FROM account RETURNING id),
    job AS (
      INSERT INTO jobs (owner_id, title, description, job_type, status, time_zone, total_amount,
        start_date, end_date)
      SELECT id, 'Feed Miso', 'Twice a day', 'pet_sitting', 'claimed', 'UTC', 10,
        moment, moment + interval '1 hour'
      FROM (SELECT id, now() + row_number() OVER () * interval '1 day' AS moment FROM member) owner
      RETURNING id, start_date, end_date)
    INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
    SELECT job.id, sitter.id, start_date, end_date FROM job, users sitter
    WHERE sitter.first_name = 'Bo'`);
  await release.run(COMMUNITY.replaceAll(`'${url('lost.webp')}'`, 'NULL'));
  await claim(25);
  await release.upgrade();
  expect(await release.run('SELECT count(*)::int FROM job_claims')).toEqual([26]);
  await expect(claim(1)).rejects.toThrow('too many pets within a day');
  await release.run(`UPDATE job_claims SET ended_at = now(), end_reason = 'released'`);
  await expect(claim(1)).rejects.toThrow('too many pets within a day');
  await release.run(`UPDATE job_claims SET claimed_at = now() - interval '1 day'`);
  await claim(1);
  expect(await release.run('SELECT count(*)::int FROM job_claims')).toEqual([27]);
  await release.drop();
});

test('a deletion that was requested before the session was stored stays due [X1]', async () => {
  const release = await createEarlierRelease('_session_that_asked_deletion');
  await release.run(`INSERT INTO auth."user" (name, email) VALUES ('Ada', 'ada@example.org')`);
  await release.run(
    `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
     SELECT id, '2026-11-26', '2026-12-10T00:00:00Z' FROM auth."user"`,
  );
  await release.upgrade();
  expect(
    await release.run(
      `SELECT (due_at AT TIME ZONE 'UTC')::date || ' ' || (asked_session_id IS NULL)
       FROM auth.deletion_request`,
    ),
  ).toEqual(['2026-12-10 true']);
  await release.drop();
});

test('addresses that were entered before the first account of a community with a mail server count as never asked to confirm [P6] [X1]', async () => {
  const release = await createEarlierRelease('_asked_by_email');
  const enter = (email: string, day: string) =>
    release.run(`WITH one AS (
        INSERT INTO newsletter_subscriptions (email, created_at) VALUES ('${email}', '${day}'))
      INSERT INTO waitlist_entries (email, full_name, created_at) VALUES ('${email}', 'W', '${day}')`);
  await enter('early@example.org', '2026-11-01');
  await release.run(`INSERT INTO auth."user" (name, email, created_at, confirm_by)
    VALUES ('Ada', 'ada@example.org', '2026-11-10', '2026-11-17')`);
  await enter('late@example.org', '2026-11-20');
  await release.upgrade();
  for (const table of ['newsletter_subscriptions', 'waitlist_entries']) {
    const asked = `SELECT email FROM ${table} WHERE asked_at = created_at`;
    expect(await release.run(asked)).toEqual(['late@example.org']);
  }
  await release.drop();
});

test('the hash of a job’s form is forgotten if its owner has left, and stays for others [X1] [J2]', async () => {
  const release = await createEarlierRelease('_words_of_those_who_left');
  for (const name of ['Ada', 'Bo']) {
    await release.run(
      `INSERT INTO auth."user" (name, email) VALUES ('${name}', '${name}@example.org')`,
    );
  }
  await release.run(`INSERT INTO users (id, first_name, role, active_role)
    SELECT id, name, 'pet_owner', 'pet_owner' FROM auth."user"`);
  await release.run(`INSERT INTO jobs (owner_id, title, description, job_type, status, time_zone,
      total_amount, pet_size, start_date, end_date, sent_hash)
    SELECT id, 'Feed Miso', 'Twice a day', 'pet_sitting', 'open', 'UTC', 10, 'small', now(),
      now() + interval '1 hour', sha256('the form') FROM users`);
  await release.run(`UPDATE users SET first_name = 'Former', last_name = 'member',
      suspended_at = now(), erased_at = now() WHERE first_name = 'Ada'`);
  await release.upgrade();
  expect(
    await release.run(`SELECT first_name FROM jobs JOIN users ON users.id = owner_id
      WHERE sent_hash IS NOT NULL`),
  ).toEqual(['Bo']);
  await release.drop();
});
