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
 * Change events, written by triggers in the transaction of the change; never the row itself. `tx`
 * orders events by transaction, so that a reader below the oldest running one misses none.
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
    /** Who may receive it; null is everybody, including visitors. */
    audience: uuid().array(),
    /** For public events: members who must not get it, because of a block with its owner. */
    hidden_from: uuid().array(),
    /** For public events about what only members see: visitors must not get it. */
    hidden_from_visitors: boolean().notNull().default(false),
    /** Staff receive it as well. */
    to_staff: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('change_events_by_tx').on(table.tx, table.id),
    index('change_events_by_age').on(table.created_at),
  ],
);
