import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { writePlaces } from '../server/src/place/fill-places.ts';
import { GAZETTEER_VERSION } from '../server/src/place/gazetteer.ts';
import { makeTempDataDir, removeTempDataDir } from '../server/src/testing/make-temp-data-dir.ts';
import { SAMPLE_PLACES } from '../server/src/testing/sample-places.ts';
import { buildWebIfStale } from './build-web.ts';

// The product on its own empty data directory, for e2e/playwright.config.ts, which sets PORT and
// reads the output. `JOURNEYS_DATA_DIR` is reused and removed by the journey that created it.
const { JOURNEYS_DATA_DIR, JOURNEYS_SMTP_URL } = process.env;
const dataDir = JOURNEYS_DATA_DIR ?? makeTempDataDir();
if (!JOURNEYS_DATA_DIR) process.on('exit', () => removeTempDataDir(dataDir));
Object.assign(process.env, {
  KINDPAL_MODE: 'test',
  HOST: '127.0.0.1',
  APP_URL: `http://localhost:${process.env.PORT}`,
  DATA_DIR: dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
});
for (const name of [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'SMS_URL',
  'STORAGE_URL',
  'APP_SECRET',
  'VAULT_SECRET',
  'VAULT_SECRET_PREVIOUS',
]) {
  delete process.env[name];
}

if (JOURNEYS_SMTP_URL) process.env.SMTP_URL = JOURNEYS_SMTP_URL;

buildWebIfStale();
await fillSomePlaces();
await import('../server/src/main.ts');
while (!(await isReady())) await sleep(50);
console.log(`Data directory: ${dataDir}\nJourneys may begin`);

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Journeys need few places, and all the CPU. */
async function fillSomePlaces(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    await migrate(postgres);
    await writePlaces(postgres.ownerUrl, SAMPLE_PLACES, GAZETTEER_VERSION);
  } finally {
    await postgres.stop();
  }
}
