import type { LiveTable } from '@kindpal/contract/live/tables';
import type pg from 'pg';
import type { Database } from '../db/client.ts';

/**
 * A position in the log: transaction, then event. Events are sent in this order. `at` is when the
 * event was written, in microseconds since 1970: after a failover that lost it, another event may
 * have its numbers. It is 0 where the position is not that of an event, as in an empty log.
 */
export type Position = { tx: bigint; id: number; at: number };

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

const AT = '(extract(epoch FROM created_at) * 1000000)::bigint AS at';

/** Reads the event at the position as well: that it is still there shows that none was lost. */
const READ = `
  SELECT id, tx::text, ${AT}, table_name, op, row_id, job_id, conversation_id, audience,
         hidden_from, hidden_from_visitors, to_staff,
         tx < pg_snapshot_xmin(pg_current_snapshot()) AS settled
  FROM change_events event WHERE (tx, id) >= ($1::xid8, $2)
  -- A transaction id in the future belongs to another history: do not wait for it.
  AND event.tx < pg_snapshot_xmax(pg_current_snapshot())
  -- Order by the columns, not by the selected texts: as text, 1000 sorts before 999.
  ORDER BY event.tx, event.id LIMIT $3`;

/** The most events per read. */
export const READ_LIMIT = 500;

/**
 * The events after a position, oldest first; reading stops at the first unsettled one. Null when
 * the event at the position is lost, as after a failover to a standby that did not have it yet:
 * others may have been written at earlier positions.
 */
export async function listEventsAfter(
  db: Database,
  after: Position,
): Promise<RecordedEvent[] | null> {
  type Row = Omit<RecordedEvent, keyof Position> & { tx: string; id: string; at: string };
  const rows = await db.prepared<Row>('live-read', READ, [
    after.tx.toString(),
    after.id,
    READ_LIMIT + 1,
  ]);
  const events = rows.map((row) => ({
    ...row,
    tx: BigInt(row.tx),
    id: Number(row.id),
    at: Number(row.at),
  }));
  const [first] = events;
  const isThere = first?.tx === after.tx && first.id === after.id;
  const isLost = after.at > 0 && !(isThere && first.at === after.at);
  if (isLost && !(await isBehindHorizon(db, after))) return null;
  const skipped = isThere ? 1 : 0;
  return events.slice(skipped, skipped + READ_LIMIT);
}

/** Whether the event at a position has been pruned. */
async function isBehindHorizon(db: Database, { tx }: Position): Promise<boolean> {
  const [row] = await db.prepared<{ is_behind: boolean }>(
    'live-behind-horizon',
    'SELECT tx >= $1::xid8 AS is_behind FROM live_horizon',
    [tx.toString()],
  );
  return row?.is_behind ?? false;
}

/**
 * The position of the last settled event, or of the horizon if there is none, and its history.
 * Not that of the last transaction: at a failover, nothing would tell whether that was lost.
 */
export async function getHead(db: Database): Promise<Position & { history: string }> {
  const [row] = await db.prepared<{ tx: string; id: string; at: string; history: string }>(
    'live-head',
    `SELECT coalesce(last.tx, horizon.tx)::text AS tx, coalesce(last.id, $1::bigint) AS id,
            coalesce(last.at, 0) AS at, history
     FROM (SELECT history, least(tx,
             (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8) AS tx
           FROM live_horizon) horizon
     LEFT JOIN LATERAL (
       SELECT event.tx, id, ${AT} FROM change_events event
       WHERE event.tx > horizon.tx AND event.tx < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY event.tx DESC, event.id DESC LIMIT 1) last ON true`,
    [Number.MAX_SAFE_INTEGER],
  );
  if (!row) throw new Error('live_horizon has no row');
  return { tx: BigInt(row.tx), id: Number(row.id), at: Number(row.at), history: row.history };
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
  return row ? { tx: BigInt(row.tx), id: row.id - 1, at: 0 } : null;
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

export function isAfter(a: Omit<Position, 'at'>, b: Omit<Position, 'at'>): boolean {
  return a.tx > b.tx || (a.tx === b.tx && a.id > b.id);
}
