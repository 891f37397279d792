import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSchema, authUser } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Accounts to be deleted, and when; the row is removed if the member cancels. [X1] */
export const deletionRequest = authSchema.table('deletion_request', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => authUser.id, { onDelete: 'cascade' }),
  askedAt: moment('asked_at').notNull(),
  dueAt: moment('due_at').notNull(),
  /**
   * The session that requested it, which may have ended since; null for the mailed link of a
   * suspended member and for requests of an earlier release.
   */
  askedSessionId: uuid('asked_session_id'),
});

/** The latest data export that a member requested; its file is stored next to the images. [X1] */
export const dataArchive = authSchema.table('data_archive', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => authUser.id, { onDelete: 'cascade' }),
  /** The id of the file; a new one for each request. */
  id: uuid().notNull().unique(),
  askedAt: moment('asked_at').notNull(),
  /** When it was complete; null while in progress. */
  readyAt: moment('ready_at'),
  bytes: integer(),
});
