import { MESSAGE_MAX } from '@kindpal/contract/chat/rules';
import { messageContentSchema } from '@kindpal/contract/chat/schema';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { lengthOf } from './columns.ts';
import { users } from './member.ts';

/** Conversations of two members; their ids are sorted, so that each pair has one row. [M3] */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    participant_1: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    participant_2: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** Who wrote first; null before the first message. Set by a trigger. */
    begun_by: uuid(),
    /** When the other one replied or accepted. Before, it is a request. */
    accepted_at: timestamp({ withTimezone: true }),
    /** When the other one declined; the one who wrote first never learns it. */
    declined_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    check(
      'conversations_begun_by_one',
      sql`${table.begun_by} in (${table.participant_1}, ${table.participant_2})`,
    ),
    check(
      'conversations_not_both',
      sql`${table.accepted_at} is null or ${table.declined_at} is null`,
    ),
    unique('conversations_pair').on(table.participant_1, table.participant_2),
    index('conversations_by_second').on(table.participant_2),
    check('conversations_sorted', sql`${table.participant_1} < ${table.participant_2}`),
  ],
);

/** Messages of conversations, in the server's order. [M2] */
export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Order on the server; also the cursor of pages. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    sender_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_id: uuid().notNull(),
    content: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('conversation_messages_client').on(table.sender_id, table.client_id),
    index('conversation_messages_in_order').on(table.conversation_id, table.seq),
    lengthOf('conversation_messages_content', table.content, {
      rule: messageContentSchema,
      min: 1,
      max: MESSAGE_MAX,
    }),
  ],
);

/** How far a member has read a conversation. */
export const conversationReads = pgTable(
  'conversation_reads',
  {
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    last_seq: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversation_id, table.member_id] }),
    index('conversation_reads_by_member').on(table.member_id),
  ],
);
