import type { LiveTable } from '@kindpal/contract/live/schema';
import type { Database } from '../db/client.ts';

/** A place in the log: transaction, then event. Events are told in this order. */
export type Position = { tx: bigint; id: number };

/** One recorded change with who may be told of it; `audience` null is everybody. */
export type RecordedEvent = Position & {
  table_name: LiveTable;
  op: 'insert' | 'update' | 'delete';
  row_id: string;
  job_id: string | null;
  conversation_id: string | null;
  audience: string[] | null;
  to_staff: boolean;
  /** False while a transaction that could still write before it runs. */
  settled: boolean;
};

const READ = `
  SELECT id, tx::text, table_name, op, row_id, job_id, conversation_id, audience, to_staff,
         tx < pg_snapshot_xmin(pg_current_snapshot()) AS settled
  FROM change_events event WHERE (tx, id) > ($1::xid8, $2)
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

/** The place after everything settled so far. */
export async function getHead(db: Database): Promise<Position> {
  const [row] = await db.prepared<{ tx: string }>(
    'live-head',
    `SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS tx`,
    [],
  );
  return { tx: BigInt(row?.tx ?? '0'), id: Number.MAX_SAFE_INTEGER };
}

/** The place just before the first event of the last so many seconds; null when there was none. */
export async function findPositionBefore(db: Database, seconds: number): Promise<Position | null> {
  const [row] = await db.prepared<{ tx: string; id: string }>(
    'live-since',
    `SELECT tx::text, id FROM change_events event
     WHERE created_at > now() - make_interval(secs => $1) ORDER BY event.tx, event.id LIMIT 1`,
    [seconds],
  );
  return row ? { tx: BigInt(row.tx), id: Number(row.id) - 1 } : null;
}

/** Whether events after a position may have been pruned already. */
export async function isPruned(db: Database, after: Position): Promise<boolean> {
  const [row] = await db.prepared<{ pruned: boolean }>(
    'live-pruned',
    'SELECT tx > $1::xid8 AS pruned FROM live_horizon',
    [after.tx.toString()],
  );
  return row?.pruned ?? false;
}

/** `tx-id`, as it travels in `Last-Event-ID`. */
export function formatPosition(position: Position): string {
  return `${position.tx}-${position.id}`;
}

/** Reads a `Last-Event-ID`; anything that is not one of ours is null. */
export function parsePosition(text: string | undefined): Position | null {
  const match = /^(\d{1,20})-(\d{1,16})$/.exec(text ?? '');
  return match ? { tx: BigInt(match[1] as string), id: Number(match[2]) } : null;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.tx > b.tx || (a.tx === b.tx && a.id > b.id);
}
