import type { DatabaseOverview } from '@kindpal/contract/staff/system';
import type { MemberContext } from '../../access/context.ts';
import type { Database } from '../../db/client.ts';
import journal from '../../db/migrations/meta/_journal.json' with { type: 'json' };

type Table = DatabaseOverview['tables'][number];
type Whole = { version: string; size_bytes: number; used: number; max: number };

/** Rounds a size up to mebibytes (SQL), so that a row more or less cannot be seen in it. */
const roundedUp = (bytes: string) => `(ceil(${bytes} / 1048576.0) * 1048576)::bigint`;

const WHOLE = `SELECT current_setting('server_version') AS version,
    ${roundedUp('pg_database_size(current_database())')} AS size_bytes,
    -- For connections of other roles, pg_stat_activity shows the serving role nothing.
    (SELECT sum(numbackends) FROM pg_stat_database) AS used,
    current_setting('max_connections')::int AS max`;

/**
 * One more row in these can reveal to staff what is hidden from them: a report, a block or a review
 * about them, the questions and notifications that follow it, the decision about it, or entries of
 * the activity log that they are not shown.
 */
const UNCOUNTED = [
  'admin_activity_logs',
  'change_events',
  'chat_readings',
  'deliveries',
  'feedback',
  'hearings',
  'member_blocks',
  'moderation_decisions',
  'notifications',
  'reports',
  'reviews',
  'staff_views',
];

const IS_UNCOUNTED = `whole.relname IN (${UNCOUNTED.map((name) => `'${name}'`).join(', ')})`;
const BYTES = 'sum(pg_total_relation_size(class.oid))';

/**
 * Row counts from PostgreSQL's last ANALYZE or its statistics, whichever is larger: no table is
 * read. A table's partitions are added up.
 */
const TABLES = `SELECT space.nspname AS schema, whole.relname AS name,
    CASE WHEN NOT ${IS_UNCOUNTED}
      THEN sum(greatest(class.reltuples, seen.n_live_tup, 0))::bigint END AS rows_estimate,
    CASE WHEN ${IS_UNCOUNTED} THEN ${roundedUp(BYTES)} ELSE ${BYTES}::bigint END AS bytes
  FROM pg_class class
  JOIN pg_class whole ON whole.oid = coalesce(pg_partition_root(class.oid), class.oid)
  JOIN pg_namespace space ON space.oid = class.relnamespace
  LEFT JOIN pg_stat_all_tables seen ON seen.relid = class.oid
  WHERE class.relkind = 'r' AND space.nspname !~ '^(pg_|information_schema)'
  GROUP BY space.nspname, whole.relname
  ORDER BY bytes DESC, schema, name`;

const APPLIED = 'SELECT created_at AS made FROM drizzle.__drizzle_migrations';

/** The database from the outside: version, sizes, connections, migrations; never contents. [S4] */
export async function getDatabase({ context }: { context: MemberContext }) {
  const { db, env } = context.services;
  const [whole, tables, migrations] = await Promise.all([
    findWhole(db),
    db.jsonRows<Table>({ text: TABLES, values: [] }),
    compareMigrations(db),
  ]);
  const { version, size_bytes, used, max } = whole;
  return {
    version,
    size_bytes,
    is_embedded: env.databaseUrl === undefined,
    connections: { used, max, pool: env.databasePool },
    tables,
    ...migrations,
  } satisfies DatabaseOverview;
}

async function findWhole(db: Database): Promise<Whole> {
  const [whole] = await db.jsonRows<Whole>({ text: WHOLE, values: [] });
  if (!whole) throw new Error('reading the state of PostgreSQL returned no row');
  return whole;
}

/** Migrations are identified by their creation time, as the migrator does. */
async function compareMigrations(db: Database) {
  const rows = await db.jsonRows<{ made: number }>({ text: APPLIED, values: [] });
  const applied = new Set(rows.map(({ made }) => made));
  const migrations = journal.entries.map(({ tag, when }) => ({
    name: tag,
    is_applied: applied.delete(when),
  }));
  return { migrations, unknown_migrations: applied.size };
}
