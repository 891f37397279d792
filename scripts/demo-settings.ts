import { join } from 'node:path';

/** Settings that would connect a demo to a real community's data, mailbox or files. */
const NOT_FOR_DEMOS = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL', 'SMS_URL', 'STORAGE_URL'];

/**
 * The settings of a demo, whatever the environment: it has its own data directory and everything
 * embedded. Its password is printed and its mails are public, so no other machine may reach it.
 * `ignored` lists the settings it does not use.
 */
export function demoSettings(env: NodeJS.ProcessEnv): {
  settings: NodeJS.ProcessEnv;
  ignored: string[];
} {
  const settings: NodeJS.ProcessEnv = {
    ...env,
    KINDPAL_MODE: 'demo',
    HOST: '127.0.0.1',
    DATA_DIR: join(env.DATA_DIR || './data', 'demo'),
  };
  for (const name of NOT_FOR_DEMOS) delete settings[name];
  return { settings, ignored: [...NOT_FOR_DEMOS, 'HOST'].filter((name) => env[name]) };
}
