import { actorRoleSchema, jobEventActionSchema } from '@kindpal/contract/job/history';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { jobClaims } from './claim.ts';
import { oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/** Posting and claiming are already in `jobs` and `job_claims`. */
const actionSchema = jobEventActionSchema.exclude(['post', 'claim']);

/** What was done to a job, who did it and why: append-only, and kept as long as its job. */
export const jobEvents = pgTable(
  'job_events',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    job_id: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The claim it concerns, and may have ended. */
    claim_id: uuid().references(() => jobClaims.id, { onDelete: 'cascade' }),
    action: text({ enum: valuesOf(actionSchema) }).notNull(),
    actor_role: text({ enum: valuesOf(actorRoleSchema) }).notNull(),
    actor_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('job_events_by_job').on(table.job_id, table.created_at, table.id),
    index('job_events_by_claim').on(table.claim_id).where(sql`${table.claim_id} is not null`),
    index('job_events_by_actor').on(table.actor_id).where(sql`${table.actor_id} is not null`),
    oneOf('job_events_action', table.action, actionSchema.options),
    oneOf('job_events_actor_role', table.actor_role, actorRoleSchema.options),
  ],
);
