import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createClaim, createJob, createMember, jobForm } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** What must never stand in a log, in one text that no line of it would hold by chance. */
const PLANTED = 'planted-7f3a the alarm code is 4711, he takes insulin';

let kindpal: TestKindpal;
let server: TestServer;
let tables: { schema: string; name: string; texts: string[] }[];
let logged = '';
beforeAll(async () => {
  kindpal = await startTestKindpal({
    output: {
      write: (line) => {
        logged += line;
      },
    },
  });
  server = await startTestServer(kindpal);
  tables = await listTables();
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** Every table of the product with its columns that hold texts. */
async function listTables() {
  const { rows } = await kindpal.services.db.pool.query<(typeof tables)[number]>(`
    SELECT t.table_schema AS schema, t.table_name AS name,
      array_agg(c.column_name::text) FILTER (WHERE c.data_type IN ('text', 'character varying')
        AND c.is_generated = 'NEVER') AS texts
    FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
    WHERE t.table_schema IN ('public', 'auth') AND t.table_type = 'BASE TABLE'
    GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}

/** From now on nothing can be written anywhere, and PostgreSQL says so with the whole row. */
async function breakEveryTable(): Promise<void> {
  await kindpal.asOwner(`CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'this row cannot be kept: %', coalesce(NEW, OLD) USING
      ERRCODE = 'check_violation', DETAIL = 'Failing row contains ' || coalesce(NEW, OLD)::text,
      HINT = coalesce(NEW, OLD)::text, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME,
      CONSTRAINT = TG_ARGV[0] || '_broken'; END $$`);
  for (const { schema, name } of tables) {
    await kindpal.asOwner(`CREATE TRIGGER aaa_refuse BEFORE INSERT OR UPDATE OR DELETE
      ON "${schema}"."${name}" FOR EACH ROW EXECUTE FUNCTION refuse_row('${name}')`);
  }
}

const json = { 'content-type': 'application/json' };

test('a fault in any table is logged by table and constraint, without a word of what was stored', async () => {
  const { db, log, mailer } = kindpal.services;
  const [owner, sitter] = [
    await createMember(db),
    await createMember(db, { role: 'pet_sitter', app_role: 'super_admin' }),
  ];
  const job = await createJob(db, { owner_id: owner.id });
  await createClaim(db, { job, sitter_id: sitter.id });
  await db.pool.query('UPDATE users SET bio = $1', [PLANTED]);
  await breakEveryTable();
  expect(tables.length).toBeGreaterThan(25);
  for (const { schema, name, texts } of tables) {
    const columns = sql.raw((texts ?? []).map((column) => `"${column}"`).join(', '));
    const values = sql.join(
      (texts ?? []).map(() => sql`${PLANTED}`),
      sql`, `,
    );
    const into = sql.raw(`"${schema}"."${name}"`);
    const write = texts
      ? sql`INSERT INTO ${into} (${columns}) VALUES (${values})`
      : sql`INSERT INTO ${into} DEFAULT VALUES`;
    const fault = await db.drizzle.execute(write).catch((error: unknown) => error);
    logged = '';
    log.error({ err: fault }, 'a call failed');
    log.error(fault);
    log.warn({ table: name, params: [PLANTED], content: PLANTED, of: { email: PLANTED } });
    log.warn({ subject: PLANTED, mail: { subject: PLANTED } });
    expect([name, logged]).toEqual([
      name,
      expect.stringContaining(`"constraint":"${name}_broken"`),
    ]);
    expect([name, leaks()]).toEqual([name, []]);
    await failTask(fault);
    expect([name, logged]).toEqual([name, expect.stringContaining(`${name}_broken`)]);
    expect([name, leaks()]).toEqual([name, []]);
  }

  /** A mail whose sending meets this fault. */
  async function failTask(fault: unknown): Promise<void> {
    await kindpal.asOwner('DELETE FROM graphile_worker._private_jobs');
    mailer.transport = {
      deliver: async () => {
        throw fault;
      },
    };
    await mailer.send({ to: `x@example.org`, subject: PLANTED, html: PLANTED, text: PLANTED });
    logged = '';
    await runDueTasks(kindpal.services);
  }
});

test('no call that meets a fault writes into the log what it was sent', async () => {
  const { db } = kindpal.services;
  const { rows } = await db.pool.query<{ id: string; token: string; job: string }>(
    `SELECT s.user_id AS id, s.token, j.id AS job FROM auth.session s JOIN jobs j ON j.owner_id = s.user_id`,
  );
  const [{ id = '', token = '', job = '' } = {}] = rows;
  const owner = {
    id,
    email: '',
    session_id: '',
    credential: { by: 'token' as const, value: token },
  };
  const password = `Planted-7f3a-${randomUUID()}`;
  const email = `planted-7f3a@example.org`;
  const calls: [path: string, body: unknown][] = [
    ['/rest/v1/messages', { job_id: job, client_id: randomUUID(), content: PLANTED }],
    ['/rest/v1/feedback', { message: PLANTED, email }],
    ['/rest/v1/newsletter_subscriptions', { email }],
    ['/rest/v1/waitlist_entries', { email, full_name: PLANTED, role: 'both' }],
    ['/rest/v1/jobs', jobForm({ special_instructions: PLANTED })],
    ['/rest/v1/pet_profiles', { name: 'Rex', breed: 'Beagle', medical_conditions: PLANTED }],
    ['/auth/v1/recover', { email }],
    ['/auth/v1/token', { grant_type: 'password', email, password }],
    [
      '/auth/v1/signup',
      { email, password, first_name: 'Planted-7f3a', last_name: 'P', invite_code: 'X' },
    ],
  ];
  logged = '';
  const statuses: number[] = [];
  for (const [path, body] of calls) {
    const init = { method: 'POST', as: owner, headers: json, body: JSON.stringify(body) };
    statuses.push((await server.fetch(path, init)).status);
  }
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(4);
  expect(logged).toContain('messages_broken');
  expect(leaks()).toEqual([]);
  expect(logged).not.toMatch(/argon2id|scrypt|\$s0\$|planted/i);
});

/** The lines that hold any part of what was planted. */
function leaks(): string[] {
  return logged.split('\n').filter((line) => /planted|insulin|alarm code/i.test(line));
}
