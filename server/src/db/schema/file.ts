import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUser } from './account.ts';

/**
 * Stored images by path below the bucket; one that nothing references is removed after a day. The
 * owner is the auth user's id, because members in turn reference their photo here. [X5]
 */
export const files = pgTable(
  'files',
  {
    path: text().primaryKey(),
    owner_id: uuid().references(() => authUser.id, { onDelete: 'set null' }),
    bytes: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
    /**
     * From then on nothing can reference it; its bytes and this row are deleted as soon as the
     * store responds.
     */
    removed_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('files_by_age').on(table.created_at),
    index('files_by_owner').on(table.owner_id),
    index('files_removed').on(table.removed_at).where(sql`removed_at is not null`),
  ],
);
