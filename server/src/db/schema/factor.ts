import { FACTOR_STATUSES, FACTOR_TYPES } from '@kindpal/contract/factor/schema';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { authSchema, authSession, authUser } from './account.ts';
import { oneOf } from './columns.ts';
import { securityEvent } from './security.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => authUser.id, { onDelete: 'cascade' });

/**
 * Second factors: an authenticator app has its secret, encrypted, and the last time step with a
 * used code. Codes up to that step no longer work. [U13]
 */
export const factor = authSchema.table(
  'factor',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    factorType: text('factor_type', { enum: FACTOR_TYPES }).notNull(),
    friendlyName: text('friendly_name'),
    status: text({ enum: FACTOR_STATUSES }).notNull().default('unverified'),
    /** For an authenticator app. */
    sealedSecret: text('sealed_secret'),
    /** For a phone, in E.164: its codes are `one_time_code`s. */
    phone: text(),
    lastStep: bigint('last_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    /** The mailed event of its activation: 'This wasn't me' removes the factor. */
    eventId: uuid('event_id').references(() => securityEvent.id, { onDelete: 'set null' }),
  },
  (table) => [
    oneOf('factor_type', table.factorType, FACTOR_TYPES),
    check(
      'factor_kind',
      sql`(${table.factorType} = 'totp') = (${table.sealedSecret} is not null)
        and (${table.factorType} = 'phone') = (${table.phone} is not null)`,
    ),
    oneOf('factor_status', table.status, FACTOR_STATUSES),
    index('factor_user').on(table.userId),
    index('factor_event').on(table.eventId),
  ],
);

/** Open challenges; each can be answered once, and belongs to one session. [U13] */
export const factorChallenge = authSchema.table(
  'factor_challenge',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => authSession.id, { onDelete: 'cascade' }),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => factor.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('factor_challenge_session').on(table.sessionId),
    index('factor_challenge_factor').on(table.factorId),
  ],
);

/** Recovery codes, stored as SHA-256; a used one stays until they are replaced. [U13] */
export const recoveryCode = authSchema.table(
  'recovery_code',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('recovery_code_hash').on(table.userId, table.codeHash)],
);

/** Devices that skip the second factor for a while, by the hash of their cookie. [U13] */
export const trustedDevice = authSchema.table(
  'trusted_device',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    tokenHash: bytea('token_hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('trusted_device_user').on(table.userId)],
);
