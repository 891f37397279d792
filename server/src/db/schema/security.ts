import { SECURITY_EVENT_KINDS } from '@kindpal/contract/security/schema';
import { sql } from 'drizzle-orm';
import { index, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSchema, authUser } from './account.ts';
import { oneOf } from './columns.ts';

/**
 * Security events for members to read; kept for 90 days. Sign-ins and ended sessions are written
 * by triggers on `session`, everything else by `noteSecurityEvent`. A sign-in has the id of its
 * session. [U6]
 */
export const securityEvent = authSchema.table(
  'security_event',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    kind: text({ enum: SECURITY_EVENT_KINDS }).notNull(),
    detail: text(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    times: integer().notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** When the member said that it was somebody else: the emailed link works once. */
    disownedAt: timestamp('disowned_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    oneOf('security_event_kind', table.kind, SECURITY_EVENT_KINDS),
    index('security_event_newest').on(table.userId, table.createdAt, table.id),
    index('security_event_age').on(table.createdAt),
  ],
);
