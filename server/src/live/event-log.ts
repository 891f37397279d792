import type { LiveTable } from '@kindpal/contract/live/schema';
import type pg from 'pg';
import type { Database } from '../db/client.ts';

/** A place in the log: transaction, then event. Events are told in this order. */
export type Position = { tx: bigint; id: number };

/** One recorded change with who may be told of it; `audience` null is everybody, unless `to_staff`. */
export type RecordedEvent = Position & {
  table_name: LiveTable;
  op: 'insert' | 'update' | 'delete';
  row_id: string;
  job_id: string | null;
  conversation_id: string | null;
  audience: string[] | null;
  /** Of what is told to everybody, who is not told. */
  hidden_from: string[] | null;
  to_staff: boolean;
  /** False while a transaction that could still write before it runs. */
  settled: boolean;
};

const READ = `
  SELECT id, tx::text, table_name, op, row_id, job_id, conversation_id, audience, hidden_from, to_staff,
         tx < pg_snapshot_xmin(pg_current_snapshot()) AS settled
  FROM change_events event WHERE (tx, id) > ($1::xid8, $2)
  -- A later transaction than any that has begun is of another history: nobody waits for it.
  AND event.tx < pg_snapshot_xmax(pg_current_snapshot())
  -- Of the column, not of the text that is read: as texts 1000 comes before 999.
  ORDER BY event.tx, event.id LIMIT $3`;

/** How many events one read brings at most. */
export const READ_LIMIT = 500;

/** The events after a position, oldest first; at the first that is not settled they must wait. */
export async function listEventsAfter(db: Database, after: Position): Promise<RecordedEvent[]> {
  const rows = await db.prepared<Omit<RecordedEvent, 'tx' | 'id'> & { tx: string; id: string }>(
    'live-read',
    READ,
    [after.tx.toString(), after.id, READ_LIMIT],
  );
  return rows.map((row) => ({ ...row, tx: BigInt(row.tx), id: Number(row.id) }));
}

/** The place after everything settled so far, and the history that places are counted in. */
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
 * Begins a new history when this database is not the one that wrote the last: transactions of a
 * restored copy are counted again. Positions from before it are then answered with a reset.
 */
export async function adoptHistory(owner: pg.Client): Promise<void> {
  await owner.query(
    `WITH origin AS (
       SELECT system_identifier || '/' || oid AS here
       FROM pg_control_system(), pg_database WHERE datname = current_database()
     ), adopted AS (
       UPDATE live_horizon SET history = DEFAULT, origin = here, tx = pg_current_xact_id()
       FROM origin WHERE live_horizon.origin IS DISTINCT FROM here RETURNING 1
     )
     DELETE FROM change_events WHERE EXISTS (SELECT FROM adopted)`,
  );
}

/** The place just before the first event of the last so many seconds; null when there was none. */
export async function findPositionBefore(db: Database, seconds: number): Promise<Position | null> {
  // Planned for each span: a plan for any of them reads the log from its beginning.
  const [row] = await db.jsonRows<{ tx: string; id: number }>({
    text: `SELECT tx::text, id FROM change_events event
     WHERE created_at > now() - make_interval(secs => $1) ORDER BY event.tx, event.id LIMIT 1`,
    values: [seconds],
  });
  return row ? { tx: BigInt(row.tx), id: row.id - 1 } : null;
}

/** Whether events after a position may have been pruned already, or it lies in no past of ours. */
export async function isPruned(db: Database, after: Position): Promise<boolean> {
  const [row] = await db.prepared<{ pruned: boolean }>(
    'live-pruned',
    `SELECT tx > $1::xid8 OR $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS pruned
     FROM live_horizon`,
    [after.tx.toString()],
  );
  return row?.pruned ?? false;
}

/** Whether something after a position is longer ago than so many seconds. */
export async function isLongAgo(db: Database, after: Position, seconds: number): Promise<boolean> {
  const [row] = await db.prepared<{ long_ago: boolean }>(
    'live-long-ago',
    // What is old comes first: a plan for any position must not go through all that follow.
    `SELECT EXISTS (SELECT FROM (
         SELECT event.created_at FROM change_events event WHERE (event.tx, event.id) > ($1::xid8, $2)
         ORDER BY event.tx, event.id LIMIT ${READ_LIMIT}) next
       WHERE next.created_at < now() - make_interval(secs => $3)) AS long_ago`,
    [after.tx.toString(), after.id, seconds],
  );
  return row?.long_ago ?? false;
}

/** `history.tx-id`, as it travels in `Last-Event-ID`. */
export function formatPosition(position: Position, history: string): string {
  return `${history}.${position.tx}-${position.id}`;
}

/** Reads a `Last-Event-ID`; one of another history, or none of ours at all, is null. */
export function parsePosition(text: string, history: string): Position | null {
  const match = /^(\w+)\.(\d{1,20})-(\d{1,16})$/.exec(text);
  if (!match || match[1] !== history) return null;
  const position = { tx: BigInt(match[2] as string), id: Number(match[3]) };
  return position.tx < 2n ** 64n ? position : null;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.tx > b.tx || (a.tx === b.tx && a.id > b.id);
}
