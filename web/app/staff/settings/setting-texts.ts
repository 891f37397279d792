import type { SettingName } from '@kindpal/contract/staff/system';

/** What each setting means, and its default. */
export const SETTING_GROUPS: readonly {
  title: string;
  settings: Partial<Record<SettingName, { about: string; unset?: string }>>;
}[] = [
  {
    title: 'Community',
    settings: {
      APP_NAME: { about: 'Name shown everywhere' },
      APP_URL: { about: 'Public address' },
      SUPPORT_EMAIL: { about: 'Support email' },
      CURRENCY: { about: 'Currency of all amounts' },
      EMERGENCY_NUMBER: {
        about: 'Emergency number on the page of a job in progress',
        unset: 'Not set: none is shown',
      },
    },
  },
  {
    title: 'Server',
    settings: {
      KINDPAL_MODE: { about: 'Mode' },
      HOST: { about: 'Network interface' },
      PORT: { about: 'Port' },
      TRUST_PROXY: { about: 'Reverse proxies in front of Kindpal' },
      LIMIT_SCALE: { about: 'Multiplies every rate limit; 1 is standard' },
      ACTIVITY_MONTHS: { about: 'Months to keep the activity log' },
      LOG_LEVEL: { about: 'Log level' },
      DATA_DIR: { about: 'Data directory' },
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATABASE_URL: { about: 'External PostgreSQL', unset: 'Built in' },
      DATABASE_OWNER_URL: { about: 'Role for migrations', unset: 'Same as above' },
      DATABASE_POOL: { about: 'Maximum connections' },
      STORAGE_URL: { about: 'S3 storage', unset: 'In the data directory' },
    },
  },
  {
    title: 'Email, sign-in and secrets',
    settings: {
      SMTP_URL: { about: 'Mail server', unset: 'Emails are saved as files' },
      MAIL_FROM: { about: 'Sender of all emails' },
      MAIL_REPORTS: { about: 'Where delivery reports arrive', unset: 'None' },
      MAIL_REPORTS_CERT: { about: 'Certificate of that port', unset: 'Made by Kindpal' },
      MAIL_REPORTS_KEY: { about: 'Key of that certificate', unset: 'Made by Kindpal' },
      SMS_URL: { about: 'SMS provider', unset: 'None' },
      SMS_COUNTRIES: { about: 'Countries whose numbers are texted' },
      SMS_HOURLY_MAX: { about: 'Maximum number of texts an hour' },
      OIDC_PROVIDERS: { about: 'Other accounts that members can sign in with', unset: 'None' },
      SAML_PROVIDERS: { about: 'Organizations whose accounts sign in', unset: 'None' },
      APP_SECRET: { about: 'Signs sessions', unset: 'Generated in the data directory' },
      VAULT_SECRET: { about: 'Encrypts home access', unset: 'Generated in the data directory' },
      VAULT_SECRET_PREVIOUS: { about: 'Home access key being replaced', unset: 'None' },
    },
  },
];
