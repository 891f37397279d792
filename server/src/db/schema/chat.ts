import { MESSAGE_MAX } from '@kindpal/contract/chat/rules';
import { messageContentSchema } from '@kindpal/contract/chat/schema';
import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { jobClaims } from './claim.ts';
import { lengthOf, oneOf } from './columns.ts';
import { users } from './member.ts';

/**
 * Job chat. A message belongs to a claim: the next sitter never reads the previous one's thread.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Order on the server; also the cursor of pages. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The claim's job. */
    job_id: uuid().notNull(),
    claim_id: uuid().notNull(),
    sender_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_id: uuid().notNull(),
    content: text().notNull(),
    message_type: text({ enum: ['text'] })
      .notNull()
      .default('text'),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      name: 'messages_claim',
      columns: [table.claim_id, table.job_id],
      foreignColumns: [jobClaims.id, jobClaims.job_id],
    }).onDelete('cascade'),
    unique('messages_client').on(table.sender_id, table.client_id),
    index('messages_by_claim').on(table.claim_id, table.seq),
    lengthOf('messages_content', table.content, {
      rule: messageContentSchema,
      min: 1,
      max: MESSAGE_MAX,
    }),
    oneOf('messages_type', table.message_type, ['text']),
  ],
);

/** How far a member has read a claim's thread. */
export const threadReads = pgTable(
  'thread_reads',
  {
    claim_id: uuid()
      .notNull()
      .references(() => jobClaims.id, { onDelete: 'cascade' }),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    last_seq: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.claim_id, table.member_id] }),
    index('thread_reads_by_member').on(table.member_id),
  ],
);
