import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createClaim, createJob, createMember, jobForm } from '../testing/factories.ts';
import { mintInvite, signUpForm } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A text that must never be logged, and that no line would contain by chance. */
const PLANTED = 'planted-7f3a the alarm code is 4711, he takes insulin';
/** The same as PostgreSQL prints bytes. */
const PLANTED_HEX = Buffer.from(PLANTED).toString('hex');
/** The planted text as a value of each type that can hold text. */
const PLANT: Record<string, SQL> = {
  text: sql`${PLANTED}`,
  'character varying': sql`${PLANTED}`,
  json: sql`json_build_object('said', ${PLANTED}::text)`,
  jsonb: sql`jsonb_build_object('said', ${PLANTED}::text)`,
  bytea: sql`convert_to(${PLANTED}, 'UTF8')`,
  ARRAY: sql`ARRAY[${PLANTED}]`,
};

let kindpal: TestKindpal;
let server: TestServer;
let tables: { schema: string; name: string; columns: { name: string; type: string }[] }[];
let logged = '';
/** Created before writing is broken. */
let invite: string;
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

/** Every table that the server may write, with its columns that can hold text. */
async function listTables() {
  const { rows } = await kindpal.services.db.pool.query<(typeof tables)[number]>(
    `SELECT t.table_schema AS schema, t.table_name AS name,
      coalesce(json_agg(json_build_object('name', c.column_name, 'type', c.data_type))
        FILTER (WHERE c.data_type = ANY ($1) AND c.is_generated = 'NEVER'
          AND (c.data_type <> 'ARRAY' OR c.udt_name = '_text')), '[]') AS columns
    FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
    WHERE t.table_schema IN ('public', 'auth') AND t.table_type = 'BASE TABLE'
      AND has_table_privilege(format('%I.%I', t.table_schema, t.table_name), 'INSERT')
    GROUP BY 1, 2 ORDER BY 1, 2`,
    [Object.keys(PLANT)],
  );
  return rows;
}

/** From now on every write fails, and PostgreSQL's error contains the whole row. */
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

test('a fault in any table is logged by table and constraint, without any stored text', async () => {
  const { db, log, mailer } = kindpal.services;
  const [owner, sitter] = [
    await createMember(db),
    await createMember(db, { role: 'pet_sitter', app_role: 'super_admin' }),
  ];
  const job = await createJob(db, { owner_id: owner.id });
  await createClaim(db, { job, sitter_id: sitter.id });
  await db.pool.query('UPDATE users SET bio = $1', [PLANTED]);
  invite = await mintInvite(kindpal.services);
  await breakEveryTable();
  expect(tables.length).toBeGreaterThan(25);
  for (const { schema, name, columns } of tables) {
    const into = sql.raw(`"${schema}"."${name}"`);
    const names = sql.raw(columns.map((column) => `"${column.name}"`).join(', '));
    const values = sql.join(
      columns.map(({ type }) => PLANT[type]),
      sql`, `,
    );
    const write =
      columns.length > 0
        ? sql`INSERT INTO ${into} (${names}) VALUES (${values})`
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

  /** A mail whose delivery fails with this fault. */
  async function failTask(fault: unknown): Promise<void> {
    await kindpal.asOwner('DELETE FROM graphile_worker._private_jobs');
    mailer.transport = {
      deliver: async () => {
        throw fault;
      },
    };
    await mailer.send({ to: `x@example.org`, subject: PLANTED, html: PLANTED, text: PLANTED });
    logged = '';
    // The state of a delivery is written before the delivery, which is what has to fail here.
    await kindpal.asOwner('ALTER TABLE deliveries DISABLE TRIGGER aaa_refuse');
    await runDueTasks(kindpal.services);
    await kindpal.asOwner('ALTER TABLE deliveries ENABLE TRIGGER aaa_refuse');
  }
});

test('no call that fails logs its input', async () => {
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
    ['/rest/v1/waitlist_entries', { email, full_name: 'Planted-7f3a', note: PLANTED }],
    ['/rest/v1/jobs', jobForm({ special_instructions: PLANTED })],
    ['/rest/v1/pet_profiles', { name: 'Rex', breed: 'Beagle', medical_conditions: PLANTED }],
    ['/auth/v1/recover', { email }],
    ['/auth/v1/token', { grant_type: 'password', email, password }],
    [
      '/auth/v1/signup',
      signUpForm(invite, { email, password, data: { full_name: 'Planted-7f3a', role: 'both' } }),
    ],
  ];
  // Limits are counted first: their fault would hide the intended one.
  for (const table of ['rate_limits', 'auth.failed_attempts']) {
    await kindpal.asOwner(`DROP TRIGGER aaa_refuse ON ${table}`);
  }
  const met: string[] = [];
  for (const [path, body] of calls) {
    logged = '';
    const init = { method: 'POST', as: owner, headers: json, body: JSON.stringify(body) };
    const { status } = await server.fetch(path, init);
    const [, table] = /"constraint":"(\w+)_broken"/.exec(logged) ?? [];
    met.push(`${path} ${status} ${table}`);
    expect([path, leaks()]).toEqual([path, []]);
    expect([path, logged]).toEqual([path, expect.not.stringMatching(/argon2id|scrypt|\$s0\$/)]);
  }
  // Sign-up fails after the password is hashed; asking for a link does not reveal the failure.
  expect(met).toEqual([
    '/rest/v1/messages 500 messages',
    '/rest/v1/feedback 500 feedback',
    '/rest/v1/newsletter_subscriptions 500 newsletter_subscriptions',
    '/rest/v1/waitlist_entries 500 waitlist_entries',
    '/rest/v1/jobs 500 jobs',
    '/rest/v1/pet_profiles 500 pet_profiles',
    '/auth/v1/recover 200 undefined',
    '/auth/v1/token 400 undefined',
    '/auth/v1/signup 500 invites',
  ]);
});

/** The lines that contain any part of the planted text. */
function leaks(): string[] {
  const planted = new RegExp(`planted|insulin|alarm code|${PLANTED_HEX}`, 'i');
  return logged.split('\n').filter((line) => planted.test(line));
}
