import { type SQL, sql } from 'drizzle-orm';
import { index, numeric, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { pathOf } from './columns.ts';
import { files } from './file.ts';
import { users } from './member.ts';

/** Owners' pets. Health and emergency contacts are private to the owner. [X2] */
export const petProfiles = pgTable(
  'pet_profiles',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the form, so that submitting twice creates one pet. */
    client_id: uuid().notNull().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    breed: text().notNull(),
    /** Years. */
    age: numeric({ precision: 6, scale: 2, mode: 'number' }),
    /** Pounds. */
    weight: numeric({ precision: 6, scale: 2, mode: 'number' }),
    special_instructions: text(),
    medical_conditions: text(),
    emergency_contact: text(),
    emergency_phone: text(),
    profile_image_url: text(),
    profile_image_path: text()
      .generatedAlwaysAs((): SQL => pathOf(petProfiles.profile_image_url))
      .references(() => files.path),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('pet_profiles_client').on(table.owner_id, table.client_id),
    index('pet_profiles_by_image')
      .on(table.profile_image_path)
      .where(sql`${table.profile_image_path} is not null`),
    index('pet_profiles_by_owner').on(table.owner_id, table.created_at, table.id),
  ],
);
