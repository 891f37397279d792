import type { SettingName } from '@kindpal/contract/staff/system';

/** What each setting is about, and what holds where it is not set. */
export const SETTING_GROUPS: readonly {
  title: string;
  settings: Partial<Record<SettingName, { about: string; unset?: string }>>;
}[] = [
  {
    title: 'Community',
    settings: {
      APP_NAME: { about: 'The name wherever it is shown' },
      APP_URL: { about: 'The address that members type' },
      SUPPORT_EMAIL: { about: 'For members who need a person' },
      CURRENCY: { about: 'The one currency of all amounts' },
    },
  },
  {
    title: 'Server',
    settings: {
      KINDPAL_MODE: { about: 'How it runs' },
      HOST: { about: 'The network interface it listens on' },
      PORT: { about: 'The port it listens on' },
      TRUST_PROXY: { about: 'Proxies that stand before it' },
      LIMIT_SCALE: { about: 'Multiplies every rate limit; 1 is standard' },
      ACTIVITY_MONTHS: { about: 'How many months the activity log is kept' },
      LOG_LEVEL: { about: 'How much is logged' },
      DATA_DIR: { about: 'Where files, mails and secrets are kept' },
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATABASE_URL: { about: 'A PostgreSQL of its own', unset: 'Kindpal runs its own' },
      DATABASE_OWNER_URL: { about: 'The role that migrates it', unset: 'None of its own' },
      DATABASE_POOL: { about: 'Connections it keeps at most' },
      STORAGE_URL: { about: 'An S3 store for pictures', unset: 'In the data directory' },
    },
  },
  {
    title: 'Email and secrets',
    settings: {
      SMTP_URL: { about: 'The mail server', unset: 'Mails are kept as files' },
      MAIL_FROM: { about: 'The sender of all mails' },
      APP_SECRET: { about: 'Signs sessions', unset: 'Made in the data directory' },
    },
  },
];
