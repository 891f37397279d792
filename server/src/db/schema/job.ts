import {
  cancelCodeSchema,
  jobStatusSchema,
  jobTypeSchema,
  petSizeSchema,
} from '@kindpal/contract/job/schema';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf, pathOf, valuesOf } from './columns.ts';
import { files } from './file.ts';
import { users } from './member.ts';
import { petProfiles } from './pet.ts';
import { places } from './place.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the form, so that submitting twice creates one job. */
    client_id: uuid().notNull().default(sql`gen_random_uuid()`),
    /** The hash of the request that posted it; null for jobs of earlier releases. */
    sent_hash: bytea(),
    title: text().notNull(),
    description: text().notNull(),
    /** The area, which anybody may see and search: the label of a place. */
    place_id: integer(),
    location: text(),
    /** Street and number: only for the owner, and for the sitter who holds the job. */
    address: text(),
    job_type: text({ enum: valuesOf(jobTypeSchema) }).notNull(),
    start_date: timestamp({ withTimezone: true }).notNull(),
    end_date: timestamp({ withTimezone: true }).notNull(),
    time_zone: text().notNull(),
    total_amount: numeric({ precision: 10, scale: 2, mode: 'number' }).notNull(),
    hourly_rate: numeric({ precision: 10, scale: 2, mode: 'number' }),
    status: text({ enum: valuesOf(jobStatusSchema) })
      .notNull()
      .default('open'),
    /** Set while it is cancelled; a job taken down by staff can't be opened again. */
    cancel_code: text({ enum: valuesOf(cancelCodeSchema) }),
    /** The owner's or staff's reason. */
    cancel_reason: text(),
    /**
     * Whether the sitter has marked it as done and the owner has not answered; maintained by a
     * trigger.
     */
    awaits_confirmation: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    special_instructions: text(),
    pet_name: text().notNull().default('Unknown Pet'),
    pet_breed: text(),
    pet_size: text({ enum: valuesOf(petSizeSchema) }),
    pet_image_url: text(),
    pet_image_path: text()
      .generatedAlwaysAs((): SQL => pathOf(jobs.pet_image_url))
      .references(() => files.path),
    /** The saved pet, whose health and emergency contacts its sitter sees. */
    pet_id: uuid().references(() => petProfiles.id, { onDelete: 'set null' }),
    /**
     * Requirements for sitters who were not asked by name: a job finished together, a verified
     * identity, a number of reviews.
     */
    requires_met_before: boolean().notNull().default(false),
    requires_verified: boolean().notNull().default(false),
    requires_reviews: integer().notNull().default(0),
    /** Until when only the owner's favorites may claim it. */
    favorites_until: timestamp({ withTimezone: true }),
    /**
     * Until when only the sitters in `job_offers` may claim it, infinity while it is held; null
     * if not reserved.
     */
    reserved_until: timestamp({ withTimezone: true }),
    /** Since when it waits for review by staff; null once reviewed, and for most jobs. */
    held_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    foreignKey({
      name: 'jobs_place',
      columns: [table.place_id, table.location],
      foreignColumns: [places.id, places.label],
    }).onUpdate('cascade'),
    check('jobs_location', sql`(${table.place_id} is null) = (${table.location} is null)`),
    index('jobs_by_place').on(table.place_id),
    oneOf('jobs_type', table.job_type, jobTypeSchema.options),
    oneOf('jobs_status', table.status, jobStatusSchema.options),
    oneOf('jobs_pet_size', table.pet_size, petSizeSchema.options),
    oneOf('jobs_cancel_code', table.cancel_code, cancelCodeSchema.options),
    check(
      'jobs_cancelled',
      sql`(${table.status} = 'cancelled') = (${table.cancel_code} is not null)`,
    ),
    check(
      'jobs_cancel_reason',
      sql`${table.cancel_reason} is null or coalesce(${table.cancel_code}, 'expired') <> 'expired'`,
    ),
    check('jobs_end_after_start', sql`${table.end_date} > ${table.start_date}`),
    check('jobs_amount', sql`${table.total_amount} >= 0 and ${table.hourly_rate} >= 0`),
    uniqueIndex('jobs_client').on(table.owner_id, table.client_id),
    index('jobs_by_owner').on(table.owner_id, table.created_at, table.id),
    // The phase, exactly as `PHASE` in `my-jobs-statement.ts`. Migration 0023 adds its source
    // columns with INCLUDE, which this schema language does not support.
    index('jobs_by_owner_phase').on(
      table.owner_id,
      sql`(case ${table.status} when 'open' then 'open' when 'claimed' then 'upcoming' when 'in_progress' then 'in_progress' else case when ${table.awaits_confirmation} then 'to_confirm' else 'past' end end)`,
      table.start_date,
      table.id,
    ),
    index('jobs_open_newest').on(table.created_at, table.id).where(sql`${table.status} = 'open'`),
    index('jobs_open_soonest').on(table.start_date, table.id).where(sql`${table.status} = 'open'`),
    index('jobs_open_by_pay').on(table.total_amount, table.id).where(sql`${table.status} = 'open'`),
    index('jobs_open_by_place')
      .on(table.place_id, table.start_date, table.id)
      .where(sql`${table.status} = 'open'`),
    index('jobs_by_pet').on(table.pet_id).where(sql`${table.pet_id} is not null`),
    index('jobs_reserved')
      .on(table.owner_id)
      .where(sql`${table.status} = 'open' and ${table.reserved_until} is not null`),
    // Lists check only this one column, which excludes held jobs.
    check(
      'jobs_held',
      sql`${table.held_at} is null or ${table.status} <> 'open' or ${table.reserved_until} = 'infinity'`,
    ),
    check('jobs_requires_reviews', sql`${table.requires_reviews} between 0 and 10`),
    index('jobs_by_image').on(table.pet_image_path).where(sql`${table.pet_image_path} is not null`),
    index('jobs_open_by_end').on(table.end_date).where(sql`${table.status} = 'open'`),
    index('jobs_claimed_by_start').on(table.start_date).where(sql`${table.status} = 'claimed'`),
  ],
);
