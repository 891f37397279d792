import type pg from 'pg';
import type { Env } from '../env.ts';

/** The same database twice: as the role that serves, and as the one that owns the schema. */
export type DatabaseAccess = {
  url: string;
  ownerUrl: string;
  /** Where its files lie, of the embedded one. */
  dir?: string;
};

/** A database of one's own; without a role for migrations its one role does both. */
export function findDatabase({
  databaseUrl,
  databaseOwnerUrl,
}: Pick<Env, 'databaseUrl' | 'databaseOwnerUrl'>): DatabaseAccess | null {
  return databaseUrl ? { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl } : null;
}

type Table = { schema: string; name: string; is_partition: boolean; is_append_only: boolean };

/**
 * A table is append-only when its migration gives it the trigger `refuse_change`. Partitions are
 * reached through their table, so they need no grant, and their rows have no way around it.
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

/** The queue protects its tables by rows as well; here grants alone decide. */
const UNPROTECTED_ROWS = `SELECT class.oid::regclass::text AS name FROM pg_class class
  WHERE class.relnamespace = 'graphile_worker'::regnamespace AND class.relrowsecurity
    AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = class.oid)`;

/**
 * Gives the role that serves what it needs and takes everything else: it reads and writes rows,
 * only adds to append-only tables, and makes, empties or alters nothing. Run by the owner after
 * every migration, so that new tables are covered.
 *
 * Upkeep that needs more (making or dropping a partition) is a function of the owner's, made in
 * a migration: `CREATE FUNCTION … SECURITY DEFINER SET search_path = pg_catalog, public`. A person who
 * may call it can do exactly what it does, so it takes no name and no statement as text.
 */
export async function grantServing(owner: pg.Client, servingRole: string): Promise<void> {
  const role = owner.escapeIdentifier(servingRole);
  const { rows: tables } = await owner.query<Table>(TABLES);
  const { rows: guarded } = await owner.query<{ name: string }>(UNPROTECTED_ROWS);
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  const schemas = [...new Set(['public', ...tables.map(({ schema }) => schema)])].join(', ');
  const statements = [
    // A temporary table is a table too, and could stand in the way of a function of the owner's.
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
  if (isJournal) return [`GRANT SELECT ON ${name} TO ${role}`];
  const verbs = is_append_only ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  return [`GRANT ${verbs} ON ${name} TO ${role}`];
}
