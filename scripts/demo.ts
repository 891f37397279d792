import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { parseEnv } from '../server/src/env.ts';
import { fillPlaces } from '../server/src/place/fill-places.ts';
import {
  DEMO_PASSWORD,
  demoSignIns,
  isDemoFresh,
  prepareDemo,
} from '../server/src/seed/demo/seed-demo.ts';

// A demo must never meet the data, the mailbox or the files of a real community, whatever the
// environment says: it has a data directory below the ordinary one and everything embedded.
process.env.KINDPAL_MODE = 'demo';
// Its password is printed for everybody, and its mails are open: nobody else's machine may reach it.
if (process.env.HOST) console.log('The demo does not use HOST: it listens on this machine only.');
process.env.HOST = '127.0.0.1';
process.env.DATA_DIR = join(process.env.DATA_DIR || './data', 'demo');
for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL', 'STORAGE_URL']) {
  if (process.env[name]) console.log(`The demo does not use ${name}.`);
  delete process.env[name];
}

try {
  await moveIn();
} catch (error) {
  // A failed query's own message holds every value of it; what PostgreSQL said is beneath.
  const { message, cause } = error as Error;
  console.error(`The demo could not start: ${cause instanceof Error ? cause.message : message}`);
  process.exit(1);
}
await import('./start.ts');

/** The first time, the community moves in before the door opens; it stays as visitors leave it. */
async function moveIn(): Promise<void> {
  const env = parseEnv(process.env);
  if (!isDemoFresh(env)) {
    console.log('Preparing the demo community.');
    const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: () => {} });
    try {
      await migrate(postgres);
      await fillPlaces(postgres.ownerUrl);
      await prepareDemo(env, postgres.ownerUrl);
    } finally {
      await postgres.stop();
    }
  }
  console.log(`\nSign in at ${env.appUrl}/join?tab=signin with the password ${DEMO_PASSWORD} as`);
  for (const { email, who } of demoSignIns()) console.log(`  ${email.padEnd(36)} ${who}`);
}
