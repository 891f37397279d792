import { sql } from 'drizzle-orm';
import { check, customType, index, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSchema, authSession } from './account.ts';
import { oneOf } from './columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The purpose of a sign-in at an outside provider. */
export const SSO_PURPOSES = ['sign_in', 'join', 'link'] as const;
export type SsoPurpose = (typeof SSO_PURPOSES)[number];

/**
 * Sign-ins in progress at outside providers: found first by the state that the provider returns,
 * then by the code that the browser gets for it. Each is used once, by who started it: a browser
 * by its cookie (`asker`), an API client by its challenge. [U11] [U12]
 */
export const ssoFlow = authSchema.table(
  'sso_flow',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    purpose: text({ enum: SSO_PURPOSES }).notNull(),
    providerId: text('provider_id').notNull(),
    stateHash: bytea('state_hash').unique(),
    codeHash: bytea('code_hash').unique(),
    asker: bytea(),
    challenge: text(),
    /** The session in which an identity will be linked. */
    sessionId: uuid('session_id').references(() => authSession.id, { onDelete: 'cascade' }),
    /**
     * Encrypted: the secrets of this sign-in, the joining member's form, and the provider's
     * identity.
     */
    sealed: text().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    oneOf('sso_flow_purpose', table.purpose, SSO_PURPOSES),
    check('sso_flow_owner', sql`(${table.asker} is null) <> (${table.challenge} is null)`),
    check('sso_flow_session', sql`(${table.sessionId} is null) = (${table.purpose} <> 'link')`),
    check('sso_flow_step', sql`${table.stateHash} is null or ${table.codeHash} is null`),
    index('sso_flow_session_id').on(table.sessionId),
    index('sso_flow_expires').on(table.expiresAt),
  ],
);

/** Email domains that super admins assigned to a configured provider; each to one. [U11] */
export const ssoDomain = authSchema.table(
  'sso_domain',
  {
    domain: text().primaryKey(),
    /** Kept when the settings no longer contain it: the staff page shows that. */
    providerId: text('provider_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    check('sso_domain_form', sql`${table.domain} ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'`),
    index('sso_domain_provider').on(table.providerId),
  ],
);
