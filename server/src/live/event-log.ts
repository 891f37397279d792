import type { LiveTable } from '@kindpal/contract/live/tables';
import type pg from 'pg';
import type { Database } from '../db/client.ts';

/** A position in the log: transaction, then event. Events are sent in this order. */
export type Position = { tx: bigint; id: number };

/**
 * A recorded change and who may receive it; a null `audience` means everybody, unless `to_staff`.
 */
export type RecordedEvent = Position & {
  table_name: LiveTable;
  op: 'insert' | 'update' | 'delete';
  row_id: string;
  job_id: string | null;
  conversation_id: string | null;
  audience: string[] | null;
  /** Members who must not get a public event. */
  hidden_from: string[] | null;
  /** Whether a public event is for members only. */
  hidden_from_visitors: boolean;
  to_staff: boolean;
  /** False while an earlier transaction that could still write is running. */
  settled: boolean;
};

const READ = `
  SELECT id, tx::text, table_name, op, row_id, job_id, conversation_id, audience, hidden_from,
         hidden_from_visitors, to_staff,
         tx < pg_snapshot_xmin(pg_current_snapshot()) AS settled
  FROM change_events event WHERE (tx, id) > ($1::xid8, $2)
  -- A transaction id in the future belongs to another history: do not wait for it.
  AND event.tx < pg_snapshot_xmax(pg_current_snapshot())
  -- Order by the columns, not by the selected texts: as text, 1000 sorts before 999.
  ORDER BY event.tx, event.id LIMIT $3`;

/** The most events per read. */
export const READ_LIMIT = 500;

/** The events after a position, oldest first; reading stops at the first unsettled one. */
export async function listEventsAfter(db: Database, after: Position): Promise<RecordedEvent[]> {
  const rows = await db.prepared<Omit<RecordedEvent, 'tx' | 'id'> & { tx: string; id: string }>(
    'live-read',
    READ,
    [after.tx.toString(), after.id, READ_LIMIT],
  );
  return rows.map((row) => ({ ...row, tx: BigInt(row.tx), id: Number(row.id) }));
}

/** The position after everything settled so far, and its history. */
export async function getHead(db: Database): Promise<Position & { history: string }> {
  const [row] = await db.prepared<{ tx: string; history: string }>(
    'live-head',
    `SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS tx, history
     FROM live_horizon`,
    [],
  );
  if (!row) throw new Error('live_horizon has no row');
  return { tx: BigInt(row.tx), id: Number.MAX_SAFE_INTEGER, history: row.history };
}

/**
 * Starts a new history when this database is not the one that wrote the last: a restored copy
 * reuses transaction ids. Positions from before are then answered with a reset. The horizon is
 * where `getHead` starts, which lies before this transaction while an earlier one is running.
 */
export async function adoptHistory(owner: pg.Client): Promise<void> {
  await owner.query(
    `WITH origin AS (
       SELECT system_identifier || '/' || oid AS here
       FROM pg_control_system(), pg_database WHERE datname = current_database()
     ), adopted AS (
       UPDATE live_horizon SET history = DEFAULT, origin = here,
         tx = (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8
       FROM origin WHERE live_horizon.origin IS DISTINCT FROM here RETURNING 1
     )
     DELETE FROM change_events WHERE EXISTS (SELECT FROM adopted)`,
  );
}

/**
 * The position just before the first event of the last `seconds`; null when there was none.
 */
export async function findPositionBefore(db: Database, seconds: number): Promise<Position | null> {
  // Planned for each value: a generic plan reads the log from its beginning.
  const [row] = await db.jsonRows<{ tx: string; id: number }>({
    text: `SELECT tx::text, id FROM change_events event
     WHERE created_at > now() - make_interval(secs => $1) ORDER BY event.tx, event.id LIMIT 1`,
    values: [seconds],
  });
  return row ? { tx: BigInt(row.tx), id: row.id - 1 } : null;
}

/**
 * Whether events after a position may have been pruned, or the position is unknown to this
 * database.
 */
export async function isPruned(db: Database, after: Position): Promise<boolean> {
  const [row] = await db.prepared<{ pruned: boolean }>(
    'live-pruned',
    `SELECT tx > $1::xid8 OR $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS pruned
     FROM live_horizon`,
    [after.tx.toString()],
  );
  return row?.pruned ?? false;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.tx > b.tx || (a.tx === b.tx && a.id > b.id);
}
