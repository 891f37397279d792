import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { TOTAL_LIMITS } from '../../access/limits/limits.ts';
import { oneOf } from './columns.ts';

/** Credentials and sessions. Nothing that could sign somebody in ever leaves the server. */
export const authSchema = pgSchema('auth');

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const authUser = authSchema.table(
  'user',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    email: text().notNull().unique(),
    /** Whether the member has confirmed this mailbox. */
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Since when; set by a trigger, null when unknown. */
    emailVerifiedAt: moment('email_verified_at'),
    /**
     * The deadline to confirm, after which the account is removed. Null when no confirmation was
     * mailed, and for older members.
     */
    confirmBy: moment('confirm_by'),
    /**
     * The member's verified phone in E.164, and when it was verified. Texts to it can sign them
     * in. [U9]
     */
    phone: text().unique(),
    phoneConfirmedAt: moment('phone_confirmed_at'),
    image: text(),
    /**
     * When all sessions were last ended. A device known before then is not known any more, unless
     * the member has a password: then its last change counts. [U3]
     */
    devicesSince: moment('devices_since'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  // No two accounts have addresses that differ only by case.
  (table) => [
    uniqueIndex('user_email_any_case').on(sql`lower(${table.email})`),
    check(
      'user_phone',
      sql`${table.phone} ~ '^\\+[1-9][0-9]{5,14}$'
        and (${table.phone} is null) = (${table.phoneConfirmedAt} is null)`,
    ),
    index('user_confirm_by')
      .on(table.confirmBy)
      .where(sql`${table.confirmBy} is not null and not ${table.emailVerified}`),
  ],
);

/**
 * Ways to prove an identity: `recovery` is a reset link, `otp` a mailed code, `sms` a texted one.
 * [U10]
 */
export const SIGN_IN_METHODS = [
  'password',
  'otp',
  'sms',
  'recovery',
  'passkey',
  'oauth',
  'sso/saml',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
/** What raised a session to aal2, in GoTrue's terms where it has one. [U13] */
export const FACTOR_METHODS = ['totp', 'mfa/phone', 'recovery_code', 'passkey'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

export const authSession = authSchema.table(
  'session',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    token: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When it was last renewed, rounded to the hour. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** How the member last proved their identity, and when. [U10] */
    method: text({ enum: SIGN_IN_METHODS }).notNull().default('password'),
    provedAt: moment('proved_at').notNull().defaultNow(),
    /** Whether it was the member's first sign-in there. [U6] */
    isNewDevice: boolean('is_new_device').notNull().default(false),
    /** The second factor used here, and when; null at aal1. [U13] */
    factorMethod: text('factor_method', { enum: FACTOR_METHODS }),
    factorAt: moment('factor_at'),
    /** It can do nothing except verify a second factor or end. [U13] */
    awaitsFactor: boolean('awaits_factor').notNull().default(false),
    /**
     * Whether an administrative role takes effect here: after a second factor, and always in the
     * demo.
     */
    admitsStaff: boolean('admits_staff').notNull().default(false),
    /**
     * When the member last proved their identity here by password, code or passkey, at the sign-in
     * or later; null if an outside provider, a new passkey or a new phone signed them in and they
     * have proved nothing since. [U10]
     */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    oneOf('session_method', table.method, SIGN_IN_METHODS),
    oneOf('session_factor_method', table.factorMethod, FACTOR_METHODS),
    check(
      'session_factor',
      sql`(${table.factorMethod} is null) = (${table.factorAt} is null)
        and not (${table.awaitsFactor} and (${table.factorAt} is not null or ${table.admitsStaff}))`,
    ),
    index('session_user').on(table.userId),
  ],
);

export const authAccount = authSchema.table(
  'account',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    /**
     * The issuer of an outside identity; `account_id` is its subject there. Null for a password.
     */
    issuer: text(),
    /** The address verified by its provider. */
    email: text(),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('account_user').on(table.userId),
    // An outside identity belongs to one account.
    uniqueIndex('account_identity').on(table.issuer, table.accountId),
    check(
      'account_kind',
      sql`(${table.issuer} is null) = (${table.providerId} = 'credential')
        and (${table.issuer} is null or ${table.password} is null)`,
    ),
  ],
);

export const authVerification = authSchema.table(
  'verification',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Refresh tokens of API clients, stored as HMAC with the server's secret. Reuse of a replaced
 * token means that it was stolen: its session, and with it the whole family, ends. [U7]
 */
export const refreshToken = authSchema.table(
  'refresh_token',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    tokenHash: bytea('token_hash').notNull().unique(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => authSession.id, { onDelete: 'cascade' }),
    replacedAt: moment('replaced_at'),
    /** A keyed hash of the client that replaced it; only that client may repeat the request. */
    replacedBy: bytea('replaced_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('refresh_token_session').on(table.sessionId),
    index('refresh_token_replaced')
      .on(table.replacedAt)
      .where(sql`${table.replacedAt} is not null`),
  ],
);

/** The purpose of a code: the first two are mailed, the others sent by text message. */
export const CODE_PURPOSES = [
  'sign_in',
  'reauthentication',
  'sms',
  'phone_change',
  'factor',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/**
 * Six-digit codes, mailed or sent by text message, and their links. Each belongs to the client
 * that requested it (`asker`, a keyed hash): a client has one at a time, and no other client can
 * guess or replace it. [U9] [U10]
 */
export const oneTimeCode = authSchema.table(
  'one_time_code',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    asker: bytea('asker').notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** The number it was sent to; it verifies no other. */
    phone: text(),
    /** For verifying a new number: the session that asked, with which the code ends. */
    sessionId: uuid('session_id').references(() => authSession.id, { onDelete: 'cascade' }),
    /** For a sign-in code: the link, which works elsewhere, too, after a click that confirms it. */
    linkHash: bytea('link_hash').unique(),
    /** For a sign-in code: whether it was mailed to confirm a sign-up. [U1] */
    isSignUp: boolean('is_sign_up').notNull().default(false),
    attempts: integer().notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    oneOf('one_time_code_purpose', table.purpose, CODE_PURPOSES),
    check(
      'one_time_code_attempts',
      sql`${table.attempts} between 0 and ${sql.raw(String(TOTAL_LIMITS.guesses_by_code))}`,
    ),
    check(
      'one_time_code_phone',
      sql`(${table.phone} is null) = (${table.purpose} in ('sign_in', 'reauthentication'))`,
    ),
    check(
      'one_time_code_session',
      sql`(${table.sessionId} is not null) = (${table.purpose} = 'phone_change')`,
    ),
    index('one_time_code_session').on(table.sessionId),
    index('one_time_code_phone_number').on(table.phone).where(sql`${table.phone} is not null`),
    uniqueIndex('one_time_code_asker').on(table.userId, table.purpose, table.asker),
  ],
);

/** A pending change of address, waiting for the new mailbox; one per member. [U8] */
export const emailChange = authSchema.table('email_change', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => authUser.id, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  tokenHash: bytea('token_hash').notNull().unique(),
  expiresAt: moment('expires_at').notNull(),
});

/**
 * Undo links mailed to an address that is being replaced, stored as SHA-256. The oldest wins:
 * using one removes all newer ones. While one is valid, nobody else can take its address. [U8]
 */
export const emailUndo = authSchema.table(
  'email_undo',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('email_undo_user').on(table.userId),
    index('email_undo_old_email').on(sql`lower(${table.oldEmail})`),
  ],
);

/**
 * Which version of the terms a member accepted, and when. Older members, from before there were
 * versions, have no row. [U1]
 */
export const termsConsent = authSchema.table(
  'terms_consent',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.version] })],
);

/** The key pairs for access tokens; the newest active one signs, all verify. [U14] */
export const signingKey = authSchema.table('signing_key', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  publicJwk: jsonb('public_jwk').notNull(),
  privateJwk: jsonb('private_jwk').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When it starts signing: a day after it was published, so that every cache has it by then. */
  activatesAt: moment('activates_at').notNull().defaultNow(),
  seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
});
