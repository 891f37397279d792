import { FEEDBACK_MAX, FEEDBACK_MIN } from '@kindpal/contract/feedback/rules';
import {
  feedbackFormSchema,
  feedbackStatusSchema,
  helpTopicSchema,
} from '@kindpal/contract/feedback/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { lengthOf, oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/** Messages to staff; `email` is a visitor's, a member's is stored in their account. [F3] */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The form's id: a message that is sent again because no response arrived is stored once. */
    client_id: uuid(),
    email: text(),
    message: text().notNull(),
    /** The job it was sent from, and its topic. */
    job_id: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    topic: text({ enum: valuesOf(helpTopicSchema) }),
    page_url: text(),
    user_agent: text(),
    wants_follow_up: boolean().notNull().default(false),
    status: text({ enum: valuesOf(feedbackStatusSchema) })
      .notNull()
      .default('open'),
    admin_response: text(),
    responded_at: timestamp({ withTimezone: true }),
    responded_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Incremented with every change, so that two staff members never overwrite each other. [F4] */
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    oneOf('feedback_status', table.status, feedbackStatusSchema.options),
    oneOf('feedback_topic', table.topic, helpTopicSchema.options),
    index('feedback_by_job').on(table.job_id).where(sql`${table.job_id} is not null`),
    uniqueIndex('feedback_one_ending')
      .on(table.user_id, table.job_id)
      .where(sql`${table.topic} = 'end_job' and ${table.status} in ('open', 'in_progress')`),
    lengthOf('feedback_message', table.message, {
      rule: feedbackFormSchema.shape.message,
      min: FEEDBACK_MIN,
      max: FEEDBACK_MAX,
    }),
    // The id comes first, because a visitor's is found by it alone.
    uniqueIndex('feedback_client').on(table.client_id, table.user_id),
    index('feedback_newest').on(table.created_at, table.id),
    index('feedback_by_user').on(table.user_id, table.created_at, table.id),
    index('feedback_by_responder')
      .on(table.responded_by)
      .where(sql`${table.responded_by} is not null`),
    index('feedback_waiting')
      .on(table.created_at)
      .where(sql`${table.status} in ('open', 'in_progress')`),
  ],
);
