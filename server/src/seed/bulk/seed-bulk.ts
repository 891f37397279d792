import { Client } from 'pg';
import {
  CLAIMS,
  FUNCTIONS,
  JOBS,
  MEMBERS,
  MESSAGES_OF_CLAIMS,
  PASSWORDS,
  RATINGS,
  UNCLAIMED,
} from './bulk-statements.ts';
import { deferIndexes } from './deferred-indexes.ts';
import * as words from './vocabulary.ts';

/** The email domain of members made by the bulk seed. */
export const SEED_DOMAIN = 'seed.kindpal.example';
const BATCH = 50_000;

export type BulkOptions = {
  jobs: number;
  /** The share of open jobs, from 0 to 1; half by default. */
  openShare?: number;
  /** Also fill a database that has real members. */
  force?: boolean;
  /** The password hash of the generated members; without it they cannot sign in. */
  passwordHash?: string;
  log?: (line: string) => void;
};

/** The database has real members, who must not be mixed with generated ones. */
export class RealMembers extends Error {
  override name = 'RealMembers';
}

/**
 * Fills a migrated database with members, jobs, claims and messages, in one transaction; returns
 * how many members can sign in (`member-1@…` up). The rows are generated in the database itself.
 */
export async function seedBulk(databaseUrl: string, options: BulkOptions): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'kindpal-seed' });
  await client.connect();
  try {
    if (!options.force) await refuseRealMembers(client);
    await client.query('BEGIN');
    const members = await fill(client, options);
    await client.query('COMMIT');
    options.log?.('Vacuuming');
    for (const table of ['auth."user"', 'users', 'ratings', 'jobs', 'job_claims', 'messages']) {
      await client.query(`VACUUM ANALYZE ${table}`);
    }
    return members;
  } finally {
    await client.end();
  }
}

async function refuseRealMembers(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM auth."user" WHERE email NOT LIKE $1) AS found`,
    [`%@${SEED_DOMAIN}`],
  );
  if (rows[0]?.found) {
    throw new RealMembers('This database has members of its own; --force fills it all the same');
  }
}

async function fill(client: Client, options: BulkOptions): Promise<number> {
  const { jobs, openShare = 0.5, passwordHash, log } = options;
  // Rounded to whole groups of owner, sitter and both.
  const members = 3 * Math.ceil(Math.min(30_000, Math.max(60, jobs / 20)) / 3);
  await skipTriggers(client);
  await client.query("SET LOCAL lock_timeout = '15s'; SET LOCAL maintenance_work_mem = '512MB'");
  await client.query(FUNCTIONS);
  await client.query(MEMBERS, [
    members,
    words.FIRST_NAMES,
    words.LAST_NAMES,
    words.TOWNS,
    SEED_DOMAIN,
  ]);
  await client.query(RATINGS);
  if (passwordHash) await client.query(PASSWORDS, [members, passwordHash, SEED_DOMAIN]);
  const buildIndexes = await deferIndexes(client, jobs);
  for (let from = 1; from <= jobs; from += BATCH) {
    const to = Math.min(jobs, from + BATCH - 1);
    await client.query(JOBS, [from, to, jobs, members, openShare, ...wordsOfJobs]);
    log?.(`${to.toLocaleString('en-US')} jobs`);
  }
  await client.query('ANALYZE jobs');
  await client.query(CLAIMS, [members]);
  await client.query(UNCLAIMED);
  log?.('Claims');
  await client.query(MESSAGES_OF_CLAIMS, [words.MESSAGES]);
  log?.('Messages');
  await buildIndexes();
  log?.('Indexes');
  return members;
}

const wordsOfJobs = [
  words.PETS,
  words.BREEDS,
  words.TITLES,
  words.OPENINGS,
  words.MIDDLES,
  words.STREETS,
  words.WAYS,
  words.TOWNS,
  words.CLOSINGS,
  words.THINGS,
];

/** Nobody needs the change events of a seed. Not every role may skip triggers. */
async function skipTriggers(client: Client): Promise<void> {
  await client.query('SAVEPOINT triggers');
  try {
    await client.query('SET LOCAL session_replication_role = replica');
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT triggers');
  }
}
