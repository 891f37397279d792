import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test, vi } from 'vitest';
import { holdTasks } from '../tasks/hold-tasks.ts';
import { startTasks } from '../tasks/start-tasks.ts';
import { asRole, createTestDatabase, runOn, withDatabase } from '../testing/database.ts';
import { startTestKindpal } from '../testing/test-kindpal.ts';

/** A node whose role no other test has, so that it can be locked out. */
async function startOwnNode(closers: Closers) {
  const admin = inject('testServerUrl');
  const database = await createTestDatabase();
  const role = { name: `refused_${randomBytes(4).toString('hex')}`, password: 'password' };
  await runOn(
    admin,
    `CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}' IN ROLE ${inject('testRoles').serving.name}`,
  );
  closers.push(() => runOn(admin, `DROP ROLE ${role.name}`));
  const url = asRole(database.url, role);
  const kindpal = await startTestKindpal({ database: { ...database, url } });
  closers.push(kindpal.stop);
  const name = new URL(url).pathname.slice(1);
  return {
    services: kindpal.services,
    /** Runs a statement as an operator who may do anything. */
    operate: (statement: string) =>
      runOn(
        withDatabase(admin, 'postgres'),
        statement.replaceAll('THE_ROLE', role.name).replaceAll('THE_DATABASE', name),
      ),
  };
}

/** As an operator locks Kindpal out, by the error of PostgreSQL, and lets it in again. */
const WAYS = [
  ['may not sign in (28000)', 'ALTER USER THE_ROLE NOLOGIN', 'ALTER USER THE_ROLE LOGIN'],
  [
    'has no connection left (53300)',
    'ALTER USER THE_ROLE CONNECTION LIMIT 0',
    'ALTER USER THE_ROLE CONNECTION LIMIT -1',
  ],
  [
    'may only read (25006)',
    'ALTER DATABASE THE_DATABASE SET default_transaction_read_only = on',
    'ALTER DATABASE THE_DATABASE RESET default_transaction_read_only',
  ],
  [
    'has another password (28P01)',
    "ALTER USER THE_ROLE PASSWORD 'other'",
    "ALTER USER THE_ROLE PASSWORD 'password'",
  ],
  [
    'finds the database closed (55000)',
    'ALTER DATABASE THE_DATABASE ALLOW_CONNECTIONS false',
    'ALTER DATABASE THE_DATABASE ALLOW_CONNECTIONS true',
  ],
  [
    'finds no such database (3D000)',
    'ALTER DATABASE THE_DATABASE RENAME TO THE_DATABASE_away',
    'ALTER DATABASE THE_DATABASE_away RENAME TO THE_DATABASE',
  ],
] as const;

const CUT_OFF = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'THE_ROLE'`;

const LOOKED = `SELECT 1 FROM pg_stat_activity WHERE usename = 'THE_ROLE'
  AND application_name = 'kindpal-hold' AND query LIKE '%are_there%' AND state = 'idle'`;
const HELD = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = 'THE_DATABASE' AND classid = 7112027 AND granted`;

type Closers = (() => Promise<unknown>)[];

async function sendWhileRefused(
  { services, operate }: Awaited<ReturnType<typeof startOwnNode>>,
  { refuse, allow, closers }: { refuse: string; allow: string; closers: Closers },
): Promise<void> {
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  let begun = 0;
  services.mailer.transport = {
    async deliver() {
      begun += 1;
      await accepted;
    },
  };
  closers.push(await startTasks(services));
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 30_000 });
  // It knows that there is no other node once it has looked.
  const hasLooked = async () => expect(await operate(LOOKED)).toEqual([1]);
  await vi.waitFor(hasLooked, { timeout: 30_000, interval: 50 });
  // A database in use cannot be renamed.
  const lockOut = async () => {
    await operate(CUT_OFF);
    await operate(refuse);
  };
  await vi.waitFor(lockOut, { timeout: 30_000 });
  await operate(CUT_OFF);
  accept();
  // Longer than a node waits before it stops its tasks, or another takes them over.
  await sleep(12_000);
  await operate(allow);
  await operate(CUT_OFF);
  const isDone = async () => {
    const { rowCount } = await services.db.pool.query('SELECT FROM graphile_worker.jobs');
    expect(rowCount).toBe(0);
  };
  await vi.waitFor(isDone, { timeout: 60_000, interval: 500 });
  expect(begun).toBe(1);
}

describe.concurrent('an email that is accepted while Kindpal', () => {
  test.each(WAYS)(
    '%s is sent once [S3]',
    async (_, refuse, allow) => {
      const closers: Closers = [];
      try {
        await sendWhileRefused(await startOwnNode(closers), { refuse, allow, closers });
      } finally {
        for (const close of closers.reverse()) await close();
      }
    },
    180_000,
  );
});

test('a node that may not sign in any more stops its tasks if another node may take them over', async () => {
  const closers: Closers = [];
  const { services, operate } = await startOwnNode(closers);
  const { log } = services;
  const databaseUrl = services.db.pool.options.connectionString as string;
  const other = asRole(databaseUrl, inject('testRoles').serving);
  const connected = holdTasks({ databaseUrl: other, workers: () => ['of the other'], log });
  const isHeld = async () => expect(await operate(HELD)).toEqual([1]);
  await vi.waitFor(isHeld, { timeout: 30_000 });
  const refused = holdTasks({ databaseUrl, workers: () => ['of the refused'], log });
  const hasLooked = async () => expect(await operate(LOOKED)).toEqual([1]);
  await vi.waitFor(hasLooked, { timeout: 30_000, interval: 50 });
  await operate('ALTER USER THE_ROLE NOLOGIN');
  await operate(CUT_OFF);
  await vi.waitFor(() => expect(refused.lost().aborted).toBe(true), { timeout: 10_000 });
  expect(connected.lost().aborted).toBe(false);
  for (const hold of [connected, refused]) await hold.stop();
  for (const close of closers.reverse()) await close();
});
