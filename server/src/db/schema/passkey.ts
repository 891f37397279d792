import { sql } from 'drizzle-orm';
import { bigint, check, customType, index, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSchema, authSession, authUser } from './account.ts';
import { oneOf } from './columns.ts';
import { securityEvent } from './security.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Passkeys: the public key of a key pair on a member's device. [U13] */
export const passkey = authSchema.table(
  'passkey',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    friendlyName: text('friendly_name').notNull(),
    /** In base64url, as browsers send it. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(),
    /** Its signature counter; 0 if it does not count. It never goes back. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    /** The event mailed to its member when it was added. */
    eventId: uuid('event_id').references(() => securityEvent.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('passkey_counter', sql`${table.counter} >= 0`),
    index('passkey_user').on(table.userId),
    index('passkey_event').on(table.eventId),
  ],
);

/** The purpose of a passkey challenge. */
export const PASSKEY_PURPOSES = ['registration', 'sign_in', 'confirmation'] as const;

/**
 * Open passkey challenges; each is used up by the first answer. For signing in it belongs to the
 * client that requested it (`asker`, a keyed hash), otherwise to a session. [U13]
 */
export const passkeyChallenge = authSchema.table(
  'passkey_challenge',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    challenge: text().notNull(),
    asker: bytea('asker'),
    sessionId: uuid('session_id').references(() => authSession.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    oneOf('passkey_challenge_purpose', table.purpose, PASSKEY_PURPOSES),
    check(
      'passkey_challenge_owner',
      sql`(${table.asker} is not null) = (${table.purpose} = 'sign_in')
        and (${table.sessionId} is null) = (${table.purpose} = 'sign_in')`,
    ),
    index('passkey_challenge_session').on(table.sessionId),
    index('passkey_challenge_expires').on(table.expiresAt),
  ],
);
