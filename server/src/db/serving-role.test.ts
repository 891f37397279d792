import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { databaseErrorOf } from './client.ts';
import { migrate } from './migrate.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** The error code with which PostgreSQL refuses a statement of the serving role. */
async function refusalOf(statement: string): Promise<string | undefined> {
  return kindpal.services.db.pool.query(statement).then(
    () => 'done',
    (error: unknown) => databaseErrorOf(error)?.code,
  );
}

const DENIED = '42501';

describe('the serving role', () => {
  it.each([
    'TRUNCATE admin_activity_logs',
    'DELETE FROM admin_activity_logs',
    "UPDATE admin_activity_logs SET action = 'nothing'",
    'DROP TABLE admin_activity_logs',
    'ALTER TABLE admin_activity_logs DISABLE TRIGGER ALL',
    'DROP TRIGGER admin_activity_logs_append_only ON admin_activity_logs',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
    "SET session_replication_role = 'replica'",
    'TRUNCATE users, jobs CASCADE',
    'TRUNCATE rate_limits',
    'ALTER TABLE users ADD COLUMN mine int',
    'CREATE TABLE mine (n int)',
    'CREATE TABLE auth.mine (n int)',
    'CREATE TEMPORARY TABLE mine (n int)',
    'CREATE SCHEMA mine',
    'CREATE VIEW mine AS SELECT * FROM users',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE EXTENSION hstore',
    'CREATE ROLE mine SUPERUSER',
    'CREATE DATABASE mine',
    'SELECT * FROM pg_authid',
    "SELECT pg_read_file('postgresql.conf')",
    "COPY users TO PROGRAM 'cat'",
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (1, 1)',
    'DELETE FROM activity_clock',
    "UPDATE activity_clock SET reached = now() + interval '10 years'",
    'INSERT INTO activity_clock (reached) VALUES (now())',
  ])('may not %s', async (statement) => {
    expect(await refusalOf(statement)).toBe(DENIED);
  });

  it('loses what PostgreSQL allows everybody in a new database, when it is migrated', async () => {
    const url = kindpal.services.db.pool.options.connectionString as string;
    const { username, pathname } = new URL(url);
    await kindpal.asOwner(
      `GRANT TEMPORARY ON DATABASE ${pathname.slice(1)} TO PUBLIC, ${username}`,
    );
    expect(await refusalOf('CREATE TEMPORARY TABLE mine (n int); DROP TABLE mine')).toBe('done');
    await migrate({ url, ownerUrl: kindpal.ownerUrl });
    expect(await refusalOf('CREATE TEMPORARY TABLE mine (n int)')).toBe(DENIED);
  });

  it('cannot become the owner or a superuser', async () => {
    const others = await kindpal.asOwner<string>(
      "SELECT rolname FROM pg_roles WHERE rolsuper OR rolname = current_user OR rolname ~ '^pg_'",
    );
    expect(others.length).toBeGreaterThan(2);
    for (const name of others) expect(await refusalOf(`SET ROLE "${name}"`)).toBe(DENIED);
    expect(await refusalOf('ALTER ROLE current_user SUPERUSER')).toBe(DENIED);
  });

  it('adds to the activity log and reads it, and even the owner cannot change it', async () => {
    const { id } = await createMember(kindpal.services.db, { app_role: 'admin' });
    const { pool } = kindpal.services.db;
    await pool.query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, details)
       VALUES ($1, 'look_around', 'user', '{}')`,
      [id],
    );
    const { rows } = await pool.query('SELECT action FROM admin_activity_logs');
    expect(rows).toEqual([{ action: 'look_around' }]);
    for (const statement of ['TRUNCATE admin_activity_logs', 'DELETE FROM admin_activity_logs']) {
      await expect(kindpal.asOwner(statement)).rejects.toThrow('append-only');
    }
  });

  it('acts as the owner only through functions with a fixed search path, without text arguments', async () => {
    const loose = await kindpal.asOwner(`
      SELECT function.oid::regprocedure::text FROM pg_proc function
      JOIN pg_namespace space ON space.oid = function.pronamespace
      WHERE prosecdef AND nspname !~ '^(pg_|information_schema)'
        AND (NOT coalesce(proconfig::text, '') LIKE '%search_path=%'
             OR proargtypes::oid[] && '{text,varchar,name,json,jsonb}'::regtype[]::oid[])`);
    expect(loose).toEqual([]);
  });

  it('reads and adds to every table but the owner’s, and changes all but append-only ones', async () => {
    const { rows } = await kindpal.services.db.pool.query<Record<string, string | boolean>>(`
      SELECT class.oid::regclass::text AS name,
        has_table_privilege(class.oid, 'SELECT') AND has_table_privilege(class.oid, 'INSERT') AS adds,
        has_table_privilege(class.oid, 'UPDATE') AND has_table_privilege(class.oid, 'DELETE') AS edits,
        NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = class.oid
                    AND tgfoid = 'refuse_change'::regproc) AS is_editable
      FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
      WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition
        AND class.relname <> 'activity_clock'
        AND (space.nspname IN ('public', 'auth') OR class.relname LIKE '\\_private\\_%')`);
    expect(rows.map(({ name }) => name)).toContain('graphile_worker._private_jobs');
    expect(rows.filter(({ adds }) => !adds)).toEqual([]);
    expect(rows.filter(({ edits, is_editable }) => edits !== is_editable)).toEqual([]);
    expect(rows.filter(({ edits }) => !edits).map(({ name }) => name)).toContain(
      'admin_activity_logs',
    );
  });
});
