import { activeRoleSchema, roleSchema } from '@kindpal/contract/member/role';
import {
  BIO_MAX,
  paymentPreferenceSchema,
  profileEditSchema,
  serviceSchema,
} from '@kindpal/contract/member/schema';
import type { SocialLinks } from '@kindpal/contract/member/social-links';
import { RECORD_NOTE_MAX } from '@kindpal/contract/member/track-record';
import type { PaymentLinks } from '@kindpal/contract/payment/rules';
import { firstContactSchema } from '@kindpal/contract/privacy/schema';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { authUser } from './account.ts';
import { lengthOf, oneOf, pathOf, valuesOf } from './columns.ts';
import { files } from './file.ts';
import { places } from './place.ts';

/** Top-level domains, without those that are also words, such as me: these alone prove nothing. */
const ENDINGS =
  'com|net|org|info|io|app|shop|site|link|online|store|website|page|blog|club|dev|xyz|biz|eu|tv|cc|ly|gl|gg|co|ai|' +
  'ar|au|br|ca|ch|cl|cn|cz|de|dk|ee|es|fi|fr|gr|hk|hr|hu|ie|il|jp|ke|kr|lt|lu|lv|mx|ng|nl|nz|ph|pl|pt|ro|rs|ru|' +
  'se|sg|si|sk|th|tr|tw|ua|uk|vn|za';
const WORDS = 'am|as|at|be|by|do|id|in|is|it|me|my|no|so|to|us|care|dog|love|pet|pets';
/** Not part of an email or of a longer name. */
const BEFORE = '(^|[^@A-Za-z0-9._%+-]|\\.\\.)';
const PART = '([A-Za-z0-9-]+\\.)';
const NAME = '[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\\.';
const AFTER = '(?![A-Za-z0-9-])(?![A-Za-z0-9._%+-]*@)';

/** Links regardless of case: a scheme, www., or an ending that starts no sentence. */
const LINK = `[a-z]://[a-z0-9]|\\mwww\\.[a-z0-9]|${BEFORE}${PART}*${NAME}(com|org)${AFTER}`;
/** Names that end in lower case: a sentence after a missing space starts with a capital. */
const LOWER_LINK =
  `${BEFORE}${PART}*${NAME}(${ENDINGS})${AFTER}|` +
  `${BEFORE}${PART}+${NAME}(${WORDS})${AFTER}|` +
  `${BEFORE}${PART}*${NAME}(${WORDS})/[A-Za-z0-9]`;

/** Whether a text contains a link; an index of members uses this condition on their bio. */
export const hasLink = (text: string) => `(${text} ~* '${LINK}' or ${text} ~ '${LOWER_LINK}')`;

/** Members. The email address and credentials are on the auth user with the same id. */
export const users = pgTable(
  'users',
  {
    id: uuid()
      .primaryKey()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    first_name: text().notNull(),
    last_name: text().notNull().default(''),
    full_name: text().notNull().generatedAlwaysAs(sql`btrim(first_name || ' ' || last_name)`),
    username: text().unique(),
    bio: text(),
    /** The member's note on how their jobs ended, shown beside it. */
    record_note: text(),
    /** The area, which anybody may see and search: the label of a place. */
    place_id: integer(),
    location: text(),
    /** Street and number: only for the member. */
    address: text(),
    phone: text(),
    role: text({ enum: valuesOf(roleSchema) }).notNull(),
    active_role: text({ enum: valuesOf(activeRoleSchema) }).notNull(),
    profile_image_url: text(),
    profile_image_path: text()
      .generatedAlwaysAs((): SQL => pathOf(users.profile_image_url))
      .references(() => files.path),
    is_verified: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_sign_in_at: timestamp({ withTimezone: true }),
    payment_links: jsonb().$type<PaymentLinks>().notNull().default({}),
    payment_preference: text({ enum: valuesOf(paymentPreferenceSchema) }),
    hourly_rate_amount: numeric({ precision: 10, scale: 2, mode: 'number' }),
    fixed_rate_amount: numeric({ precision: 10, scale: 2, mode: 'number' }),
    availability_enabled: boolean().notNull().default(true),
    availability_data: jsonb(),
    /** Services they offer as a sitter; null if not said. */
    services: text({ enum: valuesOf(serviceSchema) }).array(),
    /**
     * Whether the profile has what everybody wants to know: such profiles come first in the
     * directory.
     */
    is_presentable: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`first_name <> '' and last_name <> '' and location is not null and payment_links <> '{}'::jsonb and char_length(btrim(coalesce(bio, ''))) >= 50`,
      ),
    onboarding_completed: boolean().notNull().default(false),
    pet_onboarding_completed: boolean().notNull().default(false),
    cash_app_handle: text(),
    social_links: jsonb().$type<SocialLinks>(),
    /** Who may write to them first. */
    first_contact: text({ enum: valuesOf(firstContactSchema) })
      .notNull()
      .default('everyone'),
    /** Whether trust paths through them show their name. */
    named_in_paths: boolean().notNull().default(false),
    /** Suspended members have no session and no valid invite. */
    suspended_at: timestamp({ withTimezone: true }),
    /** When they left: only the fact that there was a member is kept. Stays suspended. [X1] */
    erased_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    foreignKey({
      name: 'users_place',
      columns: [table.place_id, table.location],
      foreignColumns: [places.id, places.label],
    }).onUpdate('cascade'),
    check('users_location', sql`(${table.place_id} is null) = (${table.location} is null)`),
    index('users_by_place').on(table.place_id),
    oneOf('users_role', table.role, roleSchema.options),
    oneOf('users_payment_preference', table.payment_preference, paymentPreferenceSchema.options),
    check(
      'users_active_role',
      sql`${table.active_role} in ('pet_owner', 'pet_sitter') and (${table.role} = 'both' or ${table.active_role} = ${table.role})`,
    ),
    oneOf('users_first_contact', table.first_contact, firstContactSchema.options),
    lengthOf('users_bio', table.bio, { rule: profileEditSchema.shape.bio.unwrap(), max: BIO_MAX }),
    lengthOf('users_record_note', table.record_note, {
      rule: profileEditSchema.shape.record_note.unwrap(),
      max: RECORD_NOTE_MAX,
    }),
    index('users_by_image')
      .on(table.profile_image_path)
      .where(sql`${table.profile_image_path} is not null`),
    check(
      'users_services',
      sql`${table.services} <@ array['pet_sitting', 'dog_walking'] and cardinality(${table.services}) > 0`,
    ),
    check(
      'users_erased_stay_suspended',
      sql`${table.erased_at} is null or ${table.suspended_at} is not null`,
    ),
    // A call that began before the deletion must not put anything back.
    check(
      'users_erased_stay_blank',
      sql`${table.erased_at} is null or (${table.first_name} = 'Former' and ${table.last_name} = 'member' and ${table.payment_links} = '{}'::jsonb and num_nonnulls(${table.username}, ${table.bio}, ${table.record_note}, ${table.place_id}, ${table.address}, ${table.phone}, ${table.profile_image_url}, ${table.payment_preference}, ${table.hourly_rate_amount}, ${table.fixed_rate_amount}, ${table.availability_data}, ${table.services}, ${table.cash_app_handle}, ${table.social_links}) = 0)`,
    ),
    // Few bios contain links.
    index('users_with_links')
      .on(table.id)
      .where(sql.raw(hasLink('"users"."bio"'))),
    index('users_suspended')
      .on(table.created_at, table.id)
      .where(sql`${table.suspended_at} is not null`),
    index('users_directory_order')
      .on(table.is_presentable, table.created_at, table.id)
      .where(sql`${table.role} in ('pet_sitter', 'both') and ${table.suspended_at} is null`),
  ],
);
