import { formTypeSchema } from '@kindpal/contract/draft/schema';
import { sql } from 'drizzle-orm';
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { users } from './member.ts';

/** A member's input in a form that is not completed yet: one draft per form. [O3] */
export const formDrafts = pgTable(
  'form_drafts',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    form_type: text({ enum: valuesOf(formTypeSchema) }).notNull(),
    form_data: jsonb().$type<Record<string, unknown>>().notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.form_type] }),
    oneOf('form_drafts_form_type', table.form_type, formTypeSchema.options),
  ],
);
