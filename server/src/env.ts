import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { isOneOfEach, readOidcProviders, readSamlProviders } from './sso/provider-settings.ts';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** An account of the SMS provider, parsed from `SMS_URL`; `from` is a number or a service. */
export interface TwilioSettings {
  account: string;
  token: string;
  from: string;
  endpoint: string;
}

/** Invalid settings. The message is one line with every problem, and no secret. */
export class InvalidEnv extends Error {
  override name = 'InvalidEnv';
}

/** The address for delivery reports, and the port that accepts them. */
export interface MailReports {
  url: string;
  mailbox: string;
  domain: string;
  port: number;
  /** The files of its certificate; null where it uses one that nobody else signed. */
  tls: { certFile: string; keyFile: string } | null;
}

/** How to reach an S3-compatible store, parsed from `STORAGE_URL`. */
export interface S3Settings {
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string;
  bucket: string;
  region: string;
}

const isUrl = (text: string, protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
    .default(fallback);

const address = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address');
const addressLine = /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;
const currencies = new Set(Intl.supportedValuesOf('currency'));

function orList<T>(list: T[] | null, context: z.RefinementCtx): T[] {
  if (list) return list;
  context.addIssue({ code: 'custom', message: 'must be a JSON list of sign-in providers' });
  return z.NEVER;
}

const filePath = z
  .string()
  .transform((path) => resolve(projectDir, path))
  .optional();

const settings = z.object({
  /** The port the server listens on. */
  PORT: wholeNumber(1, 65535, 3000),
  /** Network interface; 127.0.0.1 restricts it to this machine. */
  HOST: z.string().default('0.0.0.0'),
  /** The address members type, without a path: links in emails and cookies depend on it. */
  APP_URL: z
    .string()
    .refine(
      (text) => isUrl(text, ['http:', 'https:']) && /^\/?$/.test(new URL(text).pathname),
      'must be an address such as https://kindpal.example, without a path',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  /**
   * How many proxies are in front of Kindpal; the last of their X-Forwarded-For entries is used.
   */
  TRUST_PROXY: wholeNumber(0, 9, 0),
  /** Multiplies every limit per member and network; for benchmarks and automatic tests. */
  LIMIT_SCALE: wholeNumber(1, 100_000, 1),
  /** The product's name, everywhere it is shown. */
  APP_NAME: z.string().max(40, 'must be at most 40 characters').default('Kindpal'),
  /** Database, files, mails and secrets; a relative path starts at the project's folder. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(projectDir, path)),
  /** An external PostgreSQL (15 or newer); without it Kindpal runs its own inside DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must start with postgres:// or postgresql://')
    .optional(),
  /**
   * The same database as the owner of its schema, for migrations; DATABASE_URL then only serves.
   */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must start with postgres:// or postgresql://')
    .optional(),
  /** The most database connections per node. */
  DATABASE_POOL: wholeNumber(2, 1000, 10),
  /** smtp://user:password@host:port for emails; without it they are stored as files in DATA_DIR. */
  SMTP_URL: z
    .string()
    .refine((text) => isUrl(text, ['smtp:', 'smtps:']), 'must start with smtp:// or smtps://')
    .optional(),
  /** The sender of emails; the product's name at SUPPORT_EMAIL by default. */
  MAIL_FROM: z
    .string()
    .regex(addressLine, 'must look like Kindpal <hello@kindpal.example>')
    .optional(),
  /**
   * smtp://reports@kindpal.example:2525: where mail servers report the delivery of emails.
   */
  MAIL_REPORTS: z
    .string()
    .refine(
      (text) => findMailReports(text) !== null,
      'must look like smtp://reports@kindpal.example:2525',
    )
    .optional(),
  /** The port's certificate (with those above it) and key as PEM files; otherwise one is made. */
  MAIL_REPORTS_CERT: filePath,
  MAIL_REPORTS_KEY: filePath,
  /** twilio://account:token@api.twilio.com?from=…; without it no phone is offered in production. */
  SMS_URL: z
    .string()
    .refine(
      (text) => findTwilioSettings(text) !== null,
      'must look like twilio://account:token@api.twilio.com?from=%2B12015550123',
    )
    .optional(),
  /** Countries whose numbers get texts; numbers without a country code belong to the first. */
  SMS_COUNTRIES: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/, 'must be country codes such as US,CA')
    .transform((text) => text.split(/\s*,\s*/) as [CountryCode, ...CountryCode[]])
    .default(['US']),
  /** The most text messages per hour, because each costs money. */
  SMS_HOURLY_MAX: wholeNumber(1, 100_000, 100),
  /** The contact address in texts, for members who need a person. */
  SUPPORT_EMAIL: address.default('support@kindpal.example'),
  /**
   * s3://key:secret@host[:port]/bucket?region=…&tls=true|false; without it files are in DATA_DIR.
   */
  STORAGE_URL: z
    .string()
    .refine(
      (text) => findS3Settings(text) !== null,
      'must look like s3://key:secret@host/bucket?region=us-east-1&tls=true',
    )
    .optional(),
  /**
   * Signs sessions; nodes with the same database must share it. Without it one is made in
   * DATA_DIR/secret.
   */
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /**
   * Encrypts home access; nodes with the same database must share it. Without it one is made in
   * DATA_DIR/vault-secret.
   */
  VAULT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The previous one, while it is being replaced. */
  VAULT_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Providers that members can sign in with, as a JSON list; README.md has an example. */
  OIDC_PROVIDERS: z
    .string()
    .default('[]')
    .transform((text, context) => orList(readOidcProviders(text), context)),
  /** The same for SAML 2.0 identity providers. */
  SAML_PROVIDERS: z
    .string()
    .default('[]')
    .transform((text, context) => orList(readSamlProviders(text), context)),
  /** The currency of this community, as an ISO 4217 code. */
  CURRENCY: z
    .string()
    .toUpperCase()
    .refine((code) => currencies.has(code), 'must be a currency code such as USD')
    .default('USD'),
  /** The emergency number of this community; shown on the page of a job in progress. */
  EMERGENCY_NUMBER: z
    .string()
    .regex(/^\+?\d[\d -]{1,19}$/, 'must be a phone number such as 911')
    .optional(),
  /** How many months the staff activity log is kept. */
  ACTIVITY_MONTHS: wholeNumber(12, 120, 24),
  /** Log level. */
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  /** development and demo open /dev/mail and print more; test is for automatic tests. */
  KINDPAL_MODE: z
    .enum(['production', 'development', 'demo', 'test'], {
      error: 'must be one of production, development, demo, test',
    })
    .default('production'),
});

const consistentSettings = settings
  .refine((all) => all.DATABASE_URL !== undefined || all.DATABASE_OWNER_URL === undefined, {
    path: ['DATABASE_OWNER_URL'],
    message: 'must come with DATABASE_URL',
  })
  .refine((all) => all.SMTP_URL !== undefined || all.MAIL_REPORTS === undefined, {
    path: ['MAIL_REPORTS'],
    message: 'must come with SMTP_URL',
  })
  .refine(
    (all) =>
      (all.MAIL_REPORTS_CERT === undefined) === (all.MAIL_REPORTS_KEY === undefined) &&
      (all.MAIL_REPORTS_CERT === undefined || all.MAIL_REPORTS !== undefined),
    {
      path: ['MAIL_REPORTS_CERT'],
      message: 'must come with MAIL_REPORTS_KEY and MAIL_REPORTS',
    },
  )
  .refine((all) => isOneOfEach([...all.OIDC_PROVIDERS, ...all.SAML_PROVIDERS]), {
    path: ['SAML_PROVIDERS'],
    message: 'must not name one of OIDC_PROVIDERS again',
  });

export type Env = ReturnType<typeof parseEnv>;

/**
 * Parses all settings. An empty setting counts as not set. Throws `InvalidEnv` with one line that
 * names all problems and repeats no value.
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const filled = Object.entries(source).filter(([, value]) => value?.trim());
  const result = consistentSettings.safeParse(
    Object.fromEntries(filled.map(([name, value]) => [name, value?.trim()])),
  );
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new InvalidEnv(`Invalid settings: ${[...new Set(problems)].join('; ')}`);
  }
  const read = result.data;
  return {
    port: read.PORT,
    host: read.HOST,
    appUrl: read.APP_URL ?? `http://localhost:${read.PORT}`,
    trustProxy: read.TRUST_PROXY,
    limitScale: read.LIMIT_SCALE,
    appName: read.APP_NAME,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    databasePool: read.DATABASE_POOL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `${quoteName(read.APP_NAME)} <${read.SUPPORT_EMAIL}>`,
    mailReports: mailReportsOf(read),
    sms: read.SMS_URL === undefined ? null : findTwilioSettings(read.SMS_URL),
    smsCountries: read.SMS_COUNTRIES,
    smsHourlyMax: read.SMS_HOURLY_MAX,
    supportEmail: read.SUPPORT_EMAIL,
    storageUrl: read.STORAGE_URL,
    appSecret: read.APP_SECRET,
    vaultSecret: read.VAULT_SECRET,
    vaultSecretPrevious: read.VAULT_SECRET_PREVIOUS,
    signInProviders: [...read.OIDC_PROVIDERS, ...read.SAML_PROVIDERS],
    currency: read.CURRENCY,
    emergencyNumber: read.EMERGENCY_NUMBER,
    activityMonths: read.ACTIVITY_MONTHS,
    logLevel: read.LOG_LEVEL,
    mode: read.KINDPAL_MODE,
  };
}

/** The parts of a `STORAGE_URL`, or null if invalid. `tls` is on unless set to false. */
export function findS3Settings(storageUrl: string): S3Settings | null {
  if (!isUrl(storageUrl, ['s3:'])) return null;
  const url = new URL(storageUrl);
  const bucket = url.pathname.slice(1);
  const tls = url.searchParams.get('tls') ?? 'true';
  const complete = url.username && url.password && url.host && /^[\w.-]+$/.test(bucket);
  if (!complete || !['true', 'false'].includes(tls)) return null;
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') || 'us-east-1',
  };
}

type ReportSettings = Pick<
  z.infer<typeof settings>,
  'MAIL_REPORTS' | 'MAIL_REPORTS_CERT' | 'MAIL_REPORTS_KEY'
>;

function mailReportsOf(read: ReportSettings): MailReports | null {
  const found = read.MAIL_REPORTS === undefined ? null : findMailReports(read.MAIL_REPORTS);
  const { MAIL_REPORTS_CERT: certFile, MAIL_REPORTS_KEY: keyFile } = read;
  return found && { ...found, tls: certFile && keyFile ? { certFile, keyFile } : null };
}

/** The parts of a `MAIL_REPORTS`, or null when it is not one. */
function findMailReports(reports: string): Omit<MailReports, 'tls'> | null {
  const [, mailbox = '', domain = '', port] =
    /^smtp:\/\/([a-z\d._-]{1,31})@([a-z\d.-]{1,253}):(\d{1,5})\/?$/i.exec(reports) ?? [];
  if (!URL.canParse(reports) || !mailbox || Number(port) === 0) return null;
  const lower = (text: string) => text.toLowerCase();
  return { url: reports, mailbox: lower(mailbox), domain: lower(domain), port: Number(port) };
}

/** The parts of an `SMS_URL`, or null if invalid. `tls` is on unless set to false. */
function findTwilioSettings(smsUrl: string): TwilioSettings | null {
  if (!isUrl(smsUrl, ['twilio:'])) return null;
  const url = new URL(smsUrl);
  const from = url.searchParams.get('from') ?? '';
  const tls = url.searchParams.get('tls') ?? 'true';
  const isWhole = url.username && url.password && url.host && /^(\+\d{6,15}|MG\w+)$/.test(from);
  if (!isWhole || !['true', 'false'].includes(tls)) return null;
  return {
    account: decodeURIComponent(url.username),
    token: decodeURIComponent(url.password),
    from,
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
  };
}

/** A display name with special characters must be quoted in an address header. */
function quoteName(name: string): string {
  return /^[\w -]+$/.test(name) ? name : `"${name.replace(/["\\\r\n]/g, '')}"`;
}
