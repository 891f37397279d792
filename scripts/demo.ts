import { startEmbeddedPostgres } from '../server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { parseEnv } from '../server/src/env.ts';
import { startFailure } from '../server/src/log/start-failure.ts';
import { fillPlaces } from '../server/src/place/fill-places.ts';
import {
  DEMO_PASSWORD,
  demoSignIns,
  isDemoFresh,
  prepareDemo,
} from '../server/src/seed/demo/seed-demo.ts';
import { demoSettings } from './demo-settings.ts';

const { settings, ignored } = demoSettings(process.env);
for (const name of ignored) {
  console.log(
    name === 'HOST'
      ? 'The demo does not use HOST: it listens on this machine only.'
      : `The demo does not use ${name}.`,
  );
  delete process.env[name];
}
Object.assign(process.env, settings);

try {
  await moveIn();
} catch (error) {
  console.error(`The demo could not start: ${startFailure(error)}`);
  process.exit(1);
}
await import('./start.ts');

/** Creates the community before the first start; later starts keep what visitors changed. */
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
