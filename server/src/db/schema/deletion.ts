import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSchema, authUser } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Accounts that are to be deleted, and when; the row goes where its member keeps the account. [X1] */
export const deletionRequest = authSchema.table('deletion_request', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => authUser.id, { onDelete: 'cascade' }),
  askedAt: moment('asked_at').notNull(),
  dueAt: moment('due_at').notNull(),
});

/** The last copy of their data that a member asked for; its bytes lie beside the images. [X1] */
export const dataArchive = authSchema.table('data_archive', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => authUser.id, { onDelete: 'cascade' }),
  /** Names the file; another with each request. */
  id: uuid().notNull().unique(),
  askedAt: moment('asked_at').notNull(),
  /** When it was complete; null while it is being made. */
  readyAt: moment('ready_at'),
  bytes: integer(),
});
