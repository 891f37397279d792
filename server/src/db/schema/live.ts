import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What changed, written by triggers in the transaction that changed it; never the row itself.
 * `tx` orders events by transaction, so that a reader below the oldest running one misses none.
 */
export const changeEvents = pgTable(
  'change_events',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    tx: xid8().notNull().default(sql`pg_current_xact_id()`),
    table_name: text().notNull(),
    op: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
    row_id: uuid().notNull(),
    job_id: uuid(),
    conversation_id: uuid(),
    /** Who may be told; null is everybody, visitors as well. */
    audience: uuid().array(),
    /** Of what everybody may be told: who is not, because they and its owner are blocked. */
    hidden_from: uuid().array(),
    /** Staff are told as well. */
    to_staff: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('change_events_by_tx').on(table.tx, table.id),
    index('change_events_by_age').on(table.created_at),
  ],
);
