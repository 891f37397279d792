import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../server/src/account/password/passwords.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type DatabaseAccess, findDatabase } from '../server/src/db/serving-role.ts';
import { parseEnv } from '../server/src/env.ts';
import { fillPlaces } from '../server/src/place/fill-places.ts';
import { SEED_DOMAIN, seedBulk } from '../server/src/seed/bulk/seed-bulk.ts';

/** `npm run seed -- --jobs 100000 [--open 0.5] [--force]`: fills the configured database. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '10000' },
      open: { type: 'string', default: '0.5' },
      force: { type: 'boolean', default: false },
    },
  });
  const jobs = Number(values.jobs);
  const openShare = Number(values.open);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error('--jobs must be a whole number above 0');
  if (!(openShare >= 0 && openShare <= 1)) throw new Error('--open must be a share from 0 to 1');
  const env = parseEnv(process.env);
  const log = (line: string) => console.log(line);
  const embedded = env.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  try {
    const database = embedded ?? (findDatabase(env) as DatabaseAccess);
    await migrate(database);
    await fillPlaces(database.ownerUrl);
    // Only shown in this terminal; not used in a database with real members.
    const password = values.force ? undefined : `Aa1-${randomBytes(9).toString('base64url')}`;
    const began = performance.now();
    const members = await seedBulk(database.ownerUrl, {
      jobs,
      openShare,
      force: values.force,
      log,
      ...(password ? { passwordHash: await hashPassword(password, '127.0.0.1') } : {}),
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${jobs.toLocaleString('en-US')} jobs and ${members} members in ${seconds} s.`);
    if (password) {
      console.log(`Sign in as member-1@${SEED_DOMAIN} to member-${members}@… with ${password}`);
    }
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
