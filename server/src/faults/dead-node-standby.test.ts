import { SHORT_TURN_MINUTES } from '@kindpal/contract/offer/schema';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { IN_TURN } from '../offer/policy.ts';
import { runOn } from '../testing/database.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { joinAsFounder } from '../testing/founder.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';

let nodes: TestNodes;
let db: Database;
beforeAll(async () => {
  nodes = await startTestNodes();
  db = openDatabase(nodes.database.ownerUrl, { size: 4 });
});
afterAll(async () => {
  await db.close();
  await nodes.stop();
});

/** The time a node takes to start on a busy machine. */
const patiently = { timeout: 90_000, interval: 100 };
const eachSecond = { ...patiently, interval: 1000 };
const GATE = 4711;

/** Makes any node that gives somebody their turn wait as long as the gate is locked. */
const WAIT_AT_THE_GATE = `
  CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(${GATE});
    RETURN NEW;
  END $$;
  CREATE TRIGGER gate BEFORE INSERT ON notifications FOR EACH ROW
    WHEN (NEW.type = 'jobs.your_turn') EXECUTE FUNCTION wait_at_gate()`;

const ALL = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`;
const waiting = async () => (await db.pool.query<{ pid: number }>(ALL)).rows;
const told = async (who: TestMember) => {
  const { rows } = await db.pool.query(
    `SELECT mail_state FROM notifications WHERE member_id = $1 AND type = 'jobs.your_turn'`,
    [who.id],
  );
  return rows.map(({ mail_state }) => mail_state);
};
const untilMailed = (who: TestMember) =>
  vi.waitFor(async () => {
    await nodes.runMinuteTasks();
    expect(await told(who)).toEqual(['sent']);
  }, eachSecond);

test('a node killed between a release and the next turn costs nobody the turn, and nobody is notified twice [J5]', async () => {
  const first = await nodes.start();
  const founder = await joinAsFounder(first);
  const owner = await createMember(db, { role: 'both' });
  const [next, after] = [
    await createMember(db, { role: 'pet_sitter' }),
    await createMember(db, { role: 'pet_sitter' }),
  ];
  await db.pool.query(`UPDATE auth."user" SET email_verified = true`);
  // So soon that turns are short, and quiet hours don't delay an email.
  const job = await createJob(db, {
    owner_id: owner.id,
    start_date: new Date(Date.now() + 90 * 60_000),
    end_date: new Date(Date.now() + 150 * 60_000),
  });
  await createClaim(db, { job, sitter_id: founder.id });
  for (const { id } of [next, after]) {
    await db.pool.query(
      `INSERT INTO job_offers (job_id, sitter_id, kind) VALUES ($1, $2, 'standby')`,
      [job.id, id],
    );
  }
  await db.pool.query(WAIT_AT_THE_GATE);
  const gate = new Client({ connectionString: nodes.database.ownerUrl });
  gate.on('error', () => undefined);
  await gate.connect();
  await gate.query('SELECT pg_advisory_lock($1)', [GATE]);

  // Nobody answers this request any more.
  const release = founder.send('POST', '/rest/v1/rpc/move_job', {
    job_id: job.id,
    action: 'release',
  });
  await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), patiently);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await release).toBe(0);
  // What the dead node was writing is lost with its connection.
  for (const { pid } of await waiting()) {
    await runOn(inject('testServerUrl'), `SELECT pg_terminate_backend(${pid})`);
  }
  await gate.end();

  const { rows: jobs } = await db.pool.query('SELECT status FROM jobs WHERE id = $1', [job.id]);
  expect(jobs).toEqual([{ status: 'open' }]);
  const turn = async () =>
    (
      await db.pool.query(
        `SELECT turn.sitter_id, round(extract(epoch FROM turn.until_at - ended.at) / 60)::int AS minutes
         FROM jobs job CROSS JOIN LATERAL (${IN_TURN}) turn
           CROSS JOIN LATERAL (SELECT max(ended_at) AS at FROM job_claims WHERE job_id = job.id) ended
         WHERE job.id = $1`,
        [job.id],
      )
    ).rows;
  expect(await turn()).toEqual([{ sitter_id: next.id, minutes: SHORT_TURN_MINUTES }]);
  expect([await told(next), await told(after)]).toEqual([[], []]);

  await Promise.all([nodes.start(), nodes.start()]);
  await untilMailed(next);
  await db.pool.query(
    `WITH offers AS (UPDATE job_offers SET until_at = until_at - $2 * interval '1 minute' WHERE job_id = $1)
     UPDATE jobs SET reserved_until = reserved_until - $2 * interval '1 minute' WHERE id = $1`,
    [job.id, SHORT_TURN_MINUTES],
  );
  expect(await turn()).toMatchObject([{ sitter_id: after.id }]);
  await untilMailed(after);
  expect(await told(next)).toEqual(['sent']);
  const mailed = (who: TestMember) =>
    nodes.sink.accepted.filter((mail) => mail.includes(`To: ${who.email}`));
  expect([mailed(next).length, mailed(after).length]).toEqual([1, 1]);
}, 240_000);
