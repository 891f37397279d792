import { join } from 'node:path';

// A demo must never meet the data, the mailbox or the files of a real community, whatever the
// environment says: it has a data directory below the ordinary one and everything embedded.
process.env.KINDPAL_MODE = 'demo';
process.env.DATA_DIR = join(process.env.DATA_DIR || './data', 'demo');
for (const name of ['DATABASE_URL', 'SMTP_URL', 'STORAGE_URL']) {
  if (process.env[name]) console.log(`The demo does not use ${name}.`);
  delete process.env[name];
}
await import('./start.ts');
