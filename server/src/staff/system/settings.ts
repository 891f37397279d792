import { SETTING_NAMES, type Setting, type SettingName } from '@kindpal/contract/staff/system';
import type { MemberContext } from '../../access/context.ts';
import type { Env } from '../../env.ts';

/** A setting counts as secret if any part of it is: addresses contain passwords. */
const SECRETS: ReadonlySet<SettingName> = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'SMS_URL',
  'APP_SECRET',
  'VAULT_SECRET',
  'VAULT_SECRET_PREVIOUS',
]);

const valuesOf = (env: Env): Record<SettingName, string | number | undefined> => ({
  APP_NAME: env.appName,
  APP_URL: env.appUrl,
  SUPPORT_EMAIL: env.supportEmail,
  CURRENCY: env.currency,
  EMERGENCY_NUMBER: env.emergencyNumber,
  KINDPAL_MODE: env.mode,
  HOST: env.host,
  PORT: env.port,
  TRUST_PROXY: env.trustProxy,
  LIMIT_SCALE: env.limitScale,
  ACTIVITY_MONTHS: env.activityMonths,
  LOG_LEVEL: env.logLevel,
  DATA_DIR: env.dataDir,
  DATABASE_URL: env.databaseUrl,
  DATABASE_OWNER_URL: env.databaseOwnerUrl,
  DATABASE_POOL: env.databasePool,
  STORAGE_URL: env.storageUrl,
  SMTP_URL: env.smtpUrl,
  MAIL_FROM: env.mailFrom,
  MAIL_REPORTS: env.mailReports?.url,
  MAIL_REPORTS_CERT: env.mailReports?.tls?.certFile,
  MAIL_REPORTS_KEY: env.mailReports?.tls?.keyFile,
  SMS_URL: env.sms ? 'set' : undefined,
  SMS_COUNTRIES: env.smsCountries.join(','),
  SMS_HOURLY_MAX: env.smsHourlyMax,
  // Only their names: the rest contains secrets.
  OIDC_PROVIDERS: namesOf(env, 'oidc'),
  SAML_PROVIDERS: namesOf(env, 'saml'),
  APP_SECRET: env.appSecret,
  VAULT_SECRET: env.vaultSecret,
  VAULT_SECRET_PREVIOUS: env.vaultSecretPrevious,
});

function namesOf({ signInProviders }: Env, kind: 'oidc' | 'saml'): string | undefined {
  const own = signInProviders.filter((one) => one.kind === kind);
  return own.map(({ name }) => name).join(', ') || undefined;
}

/** The current settings; for a secret only whether it is set. [S4] */
export function getInstanceSettings({ context }: { context: MemberContext }): Setting[] {
  return presentInstanceSettings(context.services.env);
}

/** The same for any environment. */
export function presentInstanceSettings(env: Env): Setting[] {
  const values = valuesOf(env);
  return SETTING_NAMES.map((name) => {
    const value = values[name];
    const is_secret = SECRETS.has(name);
    const is_set = value !== undefined;
    return { name, is_secret, is_set, value: is_secret || !is_set ? null : String(value) };
  });
}
