import { z } from 'zod';
import { timestampSchema } from '../transport/base.ts';

const count = z.int().min(0);

/** Queued work: due, running, waiting for another attempt, and failed. */
const queuedSchema = z.object({
  waiting: count,
  running: count,
  retrying: count,
  failed: count,
  /** Since when the oldest one has been due. */
  oldest_due_at: timestampSchema.nullable(),
});
export type Queued = z.infer<typeof queuedSchema>;

/** The current state of the instance; null for what is unknown. [S4] */
export const systemHealthSchema = z.object({
  checked_at: timestampSchema,
  database: z.object({ latency_ms: z.number().min(0) }),
  queue: queuedSchema.nullable(),
  mail: z.object({ via: z.enum(['smtp', 'folder']), queue: queuedSchema.nullable() }),
  storage: z.object({
    kind: z.enum(['folder', 's3']),
    images: count.nullable(),
    bytes: count.nullable(),
    /** Free space on the disk of the data directory; unknown for external storage. */
    free_bytes: count.nullable(),
  }),
  /** Open streams of this process. */
  live: z.object({ subscribers: count }),
  process: z.object({
    version: z.string(),
    node_version: z.string(),
    started_at: timestampSchema,
    memory_bytes: count,
    heap_bytes: count,
  }),
});
export type SystemHealth = z.infer<typeof systemHealthSchema>;

/** The database from the outside: sizes and numbers, never contents. [S4] */
export const databaseOverviewSchema = z.object({
  version: z.string(),
  /** Whether it is the embedded database, in the data directory. */
  is_embedded: z.boolean(),
  /** Rounded up to mebibytes. */
  size_bytes: count,
  connections: z.object({ used: count, max: count, pool: count }),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      /** Null where one more row could reveal to staff a report or review about themselves. */
      rows_estimate: count.nullable(),
      /** Rounded up to mebibytes where the rows are not counted. */
      bytes: count,
    }),
  ),
  migrations: z.array(z.object({ name: z.string(), is_applied: z.boolean() })),
  /** Migrations of a newer release, unknown to this one. */
  unknown_migrations: count,
});
export type DatabaseOverview = z.infer<typeof databaseOverviewSchema>;

/** All settings, named after their environment variables. */
export const SETTING_NAMES = [
  'APP_NAME',
  'APP_URL',
  'SUPPORT_EMAIL',
  'CURRENCY',
  'EMERGENCY_NUMBER',
  'KINDPAL_MODE',
  'HOST',
  'PORT',
  'TRUST_PROXY',
  'LIMIT_SCALE',
  'ACTIVITY_MONTHS',
  'LOG_LEVEL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_POOL',
  'STORAGE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_REPORTS',
  'MAIL_REPORTS_CERT',
  'MAIL_REPORTS_KEY',
  'SMS_URL',
  'SMS_COUNTRIES',
  'SMS_HOURLY_MAX',
  'OIDC_PROVIDERS',
  'SAML_PROVIDERS',
  'APP_SECRET',
  'VAULT_SECRET',
  'VAULT_SECRET_PREVIOUS',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** A current setting. For a secret, only whether it is set. [S4] */
export const settingSchema = z.object({
  name: z.enum(SETTING_NAMES),
  is_secret: z.boolean(),
  is_set: z.boolean(),
  value: z.string().nullable(),
});
export type Setting = z.infer<typeof settingSchema>;
