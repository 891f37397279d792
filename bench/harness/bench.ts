import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { hashPassword } from '../../server/src/account/password/passwords.ts';
import { prepareDatabase } from '../../server/src/db/embedded/prepare-database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { fillPlaces } from '../../server/src/place/fill-places.ts';
import { seedBulk } from '../../server/src/seed/bulk/seed-bulk.ts';
import { makeTempDataDir, removeTempDataDir } from '../../server/src/testing/make-temp-data-dir.ts';
import { type Server, startKindpal, startLimit } from './processes.ts';

/** The password of the seeded members. */
export const PASSWORD = 'Bench-4-walks';

/** A seeded database with Kindpal and the bare limit running on it. */
export type Community = {
  pool: pg.Pool;
  url: string;
  kindpal: Server;
  limit: Server;
  /** Starts another Kindpal on the same database, with its event loop monitored. */
  startWatched(): Promise<Server>;
};

/** Shared by the promises: two communities, each created on first use. */
export type Bench = {
  /** 10,000 jobs, half of them open. */
  small(): Promise<Community>;
  /** 1,000,000 jobs, half of them open. */
  large(): Promise<Community>;
  /** 1,000 jobs; its Kindpal sends its emails to this server. */
  mailing(smtpUrl: string): Promise<Community>;
};

/** Creates the bench for `work` and cleans up afterwards in any case. */
export async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const dataDir = makeTempDataDir();
  const undo: (() => Promise<unknown>)[] = [async () => removeTempDataDir(dataDir)];
  const takeDown = once(async () => {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
  });
  const exit = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      takeDown().then(exit, exit);
    });
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
    undo.push(postgres.stop);
    const made = { server: postgres, dataDir, undo };
    const open = (name: string, jobs: number) => once(() => openCommunity({ ...made, name, jobs }));
    return await work({
      small: open('small', 10_000),
      large: open('large', 1_000_000),
      mailing: (smtpUrl) => openCommunity({ ...made, name: 'mailing', jobs: 1_000, smtpUrl }),
    });
  } finally {
    await takeDown();
  }
}

async function openCommunity(made: {
  server: EmbeddedPostgres;
  dataDir: string;
  name: string;
  jobs: number;
  undo: (() => Promise<unknown>)[];
  smtpUrl?: string;
}): Promise<Community> {
  const { server, dataDir, name, jobs, undo, smtpUrl } = made;
  const inDatabase = (serverUrl: string) => serverUrl.replace(/[^/]+$/, name);
  const access = { url: inDatabase(server.url), ownerUrl: inDatabase(server.ownerUrl) };
  const url = access.ownerUrl;
  await createDatabase(server, name);
  await migrate(access);
  await fillPlaces(url);
  console.error(`Seeding ${jobs.toLocaleString('en-US')} jobs`);
  await seedBulk(url, { jobs, passwordHash: await hashPassword(PASSWORD, '127.0.0.1') });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Failing queries report their own errors; a lost idle connection is harmless.
  pool.on('error', () => undefined);
  undo.push(() => pool.end());
  await makeLimitTables(pool);
  const files = join(dataDir, `files-of-${name}`);
  mkdirSync(files);
  // The first start fills Node's compile cache, so that the measured start is like all others.
  await (await startKindpal(access, files)).stop();
  const kindpal = await startKindpal(access, files, { smtpUrl });
  undo.push(kindpal.stop);
  const limit = await startLimit(url);
  undo.push(limit.stop);
  const startWatched = () => startKindpal(access, files, { watchesLoop: true });
  return { pool, url, kindpal, limit, startWatched };
}

async function createDatabase({ adminUrl, roles }: EmbeddedPostgres, name: string): Promise<void> {
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  await server.end();
  const database = new pg.Client({ connectionString: adminUrl.replace(/[^/]+$/, name) });
  await database.connect();
  await prepareDatabase(database, roles);
  await database.end();
}

/** The same tables without our triggers, for the writes of the bare limit. */
async function makeLimitTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE limit_jobs (LIKE jobs INCLUDING ALL EXCLUDING GENERATED);
    CREATE TABLE limit_messages (LIKE messages INCLUDING ALL,
      FOREIGN KEY (sender_id) REFERENCES users (id),
      FOREIGN KEY (claim_id, job_id) REFERENCES job_claims (id, job_id))`);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
