import type pg from 'pg';
import type { Env } from '../env.ts';

/** The same database for two roles: the one that serves, and the one that owns the schema. */
export type DatabaseAccess = {
  url: string;
  ownerUrl: string;
  /** The directory of the embedded database's files. */
  dir?: string;
};

/** An external database; without a separate role for migrations, its one role does both. */
export function findDatabase({
  databaseUrl,
  databaseOwnerUrl,
}: Pick<Env, 'databaseUrl' | 'databaseOwnerUrl'>): DatabaseAccess | null {
  return databaseUrl ? { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl } : null;
}

/**
 * Tables that only functions of the owner change: without its row, `activity_clock` would keep the
 * activity log forever, and with a later time in it, drop months of it at once.
 */
const OWNERS_ONLY = ['activity_clock'];

type Table = { schema: string; name: string; is_partition: boolean; is_append_only: boolean };

/**
 * A table is append-only when its migration adds the trigger `refuse_change`. Partitions are
 * accessed through their table, so they need no grant, and can't be used as a bypass.
 */
const TABLES = `SELECT space.nspname AS schema, class.oid::regclass::text AS name,
    class.relispartition AS is_partition,
    EXISTS (SELECT FROM pg_trigger rule JOIN pg_proc function ON function.oid = rule.tgfoid
            WHERE rule.tgrelid = class.oid AND function.proname = 'refuse_change') AS is_append_only
  FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
  WHERE class.relkind IN ('r', 'p', 'v') AND pg_has_role(class.relowner, 'USAGE')
    AND space.nspname IN ('public', 'auth', 'drizzle', 'graphile_worker')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
                    AND objid = class.oid AND deptype = 'e')`;

/** The queue also has row-level security; here, grants alone decide. */
const UNPROTECTED_ROWS = `SELECT class.oid::regclass::text AS name FROM pg_class class
  WHERE class.relnamespace = 'graphile_worker'::regnamespace AND class.relrowsecurity
    AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = class.oid)`;

/**
 * Grants the serving role what it needs and revokes everything else: it reads and writes rows,
 * only inserts into append-only tables, and can't create, truncate or alter anything. Run by the
 * owner after every migration, so that new tables are covered.
 *
 * Maintenance that needs more (creating or dropping a partition) is a function of the owner,
 * created in a migration: `CREATE FUNCTION … SECURITY DEFINER SET search_path = pg_catalog,
 * public`. A caller can do exactly what it does, so it takes no name and no statement as text.
 */
export async function grantServing(owner: pg.Client, servingRole: string): Promise<void> {
  const role = owner.escapeIdentifier(servingRole);
  const { rows: tables } = await owner.query<Table>(TABLES);
  const { rows: guarded } = await owner.query<{ name: string }>(UNPROTECTED_ROWS);
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  const schemas = [...new Set(['public', ...tables.map(({ schema }) => schema)])].join(', ');
  const statements = [
    // A temporary table could shadow a table used by one of the owner's functions.
    `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `REVOKE CREATE ON SCHEMA ${schemas} FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA ${schemas} TO ${role}`,
    `REVOKE ALL ON ${tables.map(({ name }) => name).join(', ')} FROM PUBLIC, ${role}`,
    ...tables.flatMap((table) => grantOf(table, role)),
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${role}`,
    ...guarded.map(
      ({ name }) => `CREATE POLICY by_grant ON ${name} USING (true) WITH CHECK (true)`,
    ),
  ];
  await owner.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
}

function grantOf({ schema, name, is_partition, is_append_only }: Table, role: string): string[] {
  if (is_partition) return [];
  const isJournal = schema === 'drizzle' || name === 'graphile_worker.migrations';
  if (isJournal || OWNERS_ONLY.includes(name)) return [`GRANT SELECT ON ${name} TO ${role}`];
  const verbs = is_append_only ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  return [`GRANT ${verbs} ON ${name} TO ${role}`];
}
