import type { Client } from 'pg';

/** A role that signs in with a password. */
export type Role = { name: string; password: string };
/** The schema's owner, who migrates, and the serving role, which can only read and write rows. */
export type Roles = { owner: Role; serving: Role };

/** Extensions used by migrations. Some can only be created by a superuser. */
const EXTENSIONS = ['pg_trgm', 'cube', 'earthdistance'];

/** Creates missing roles and sets their passwords, as the superuser. */
export async function prepareRoles(admin: Client, { owner, serving }: Roles): Promise<void> {
  for (const { name, password } of [owner, serving]) {
    const role = admin.escapeIdentifier(name);
    const found = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    if (found.rowCount === 0) await admin.query(`CREATE ROLE ${role}`);
    await admin.query(`ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION
      NOBYPASSRLS PASSWORD ${admin.escapeLiteral(password)}`);
  }
  // Only for seeds, which write without triggers.
  await admin.query(
    `GRANT SET ON PARAMETER session_replication_role TO ${admin.escapeIdentifier(owner.name)}`,
  );
}

/**
 * Prepares the database that this superuser is connected to: creates extensions, and gives
 * everything that still belongs to the superuser, as in releases before this role, to the owner.
 */
export async function prepareDatabase(
  admin: Client,
  { owner }: Pick<Roles, 'owner'>,
): Promise<void> {
  const role = admin.escapeIdentifier(owner.name);
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const database = admin.escapeIdentifier((rows[0] as { name: string }).name);
  await admin.query('BEGIN');
  await admin.query(`ALTER DATABASE ${database} OWNER TO ${role}`);
  for (const name of EXTENSIONS) await admin.query(`CREATE EXTENSION IF NOT EXISTS ${name}`);
  const { rows: kept } = await admin.query<{ object: string }>(OWN_OBJECTS);
  for (const { object } of kept) await admin.query(`ALTER ${object} OWNER TO ${role}`);
  await admin.query('COMMIT');
}

/** Sequences, indexes and row types follow the objects they belong to. */
const OWN_OBJECTS = `
  WITH extension_member AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  own_space AS (SELECT oid, nspname, nspowner FROM pg_namespace
    WHERE nspname !~ '^(pg_|information_schema$)')
  SELECT format('SCHEMA %I', nspname) AS object FROM own_space
  WHERE nspowner = current_user::regrole
  UNION ALL
  SELECT format('%s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
    WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, class.oid::regclass)
  FROM pg_class class JOIN own_space ON own_space.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner = current_user::regrole
    AND ('pg_class'::regclass, class.oid) NOT IN (SELECT classid, objid FROM extension_member)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
      AND objid = class.oid AND relkind = 'S' AND deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ROUTINE %s', routine.oid::regprocedure)
  FROM pg_proc routine JOIN own_space ON own_space.oid = pronamespace
  WHERE proowner = current_user::regrole
    AND ('pg_proc'::regclass, routine.oid) NOT IN (SELECT classid, objid FROM extension_member)
  UNION ALL
  SELECT format('TYPE %s', type.oid::regtype)
  FROM pg_type type JOIN own_space ON own_space.oid = typnamespace
  LEFT JOIN pg_class class ON class.oid = typrelid
  WHERE typowner = current_user::regrole AND typtype IN ('e', 'd', 'r', 'c')
    AND (typtype <> 'c' OR relkind = 'c')
    AND ('pg_type'::regclass, type.oid) NOT IN (SELECT classid, objid FROM extension_member)`;
