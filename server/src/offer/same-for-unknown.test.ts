import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

/** A job that the sitter cannot know of. */
const HIDDEN = {
  'whose owner blocked them': async () => {
    const { owner_id, id } = await createJob(kindpal.services.db);
    await run('INSERT INTO member_blocks VALUES ($1, $2)', [owner_id, sitter.id]);
    return id;
  },
  'that is claimed, and whose owner is suspended': async () => {
    const { job } = await createClaim(kindpal.services.db);
    await run('UPDATE users SET suspended_at = now() WHERE id = $1', [job.owner_id]);
    return job.id;
  },
  'that another sitter is asked first': async () => {
    const reserved_until = new Date(Date.now() + 86_400_000);
    const { id } = await createJob(kindpal.services.db, { reserved_until });
    const asked = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await run(
      `INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
       VALUES ($1, $2, 'asked', now() + interval '1 day')`,
      [id, asked.id],
    );
    return id;
  },
  'that is over': async () => {
    const { job } = await createClaim(kindpal.services.db);
    await run(
      `UPDATE jobs SET status = 'completed', start_date = start_date - interval '9 days',
         end_date = end_date - interval '9 days' WHERE id = $1`,
      [job.id],
    );
    return job.id;
  },
  'that is canceled': async () =>
    (await createJob(kindpal.services.db, { status: 'cancelled' })).id,
};
const run = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);

const callers = {
  join: (job_id: string) => kindpal.callerFor(sitter).offer.join({ job_id }),
  decline: (job_id: string) => kindpal.callerFor(sitter).offer.decline({ job_id }),
  claim: (job_id: string) => kindpal.callerFor(sitter).claim.create({ job_id }),
};

/**
 * The outcome of a call and the statements it sends; except for a claim, which takes the job, it
 * fails if the call waits for the locked job.
 */
async function traceOf(call: keyof typeof callers, job_id: string) {
  const { pool } = kindpal.services.db;
  const lock = await pool.connect();
  await lock.query('BEGIN');
  if (call !== 'claim') await lock.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [job_id]);
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client);
  client.release();
  const sent: string[] = [];
  const { query } = prototype;
  prototype.query = function (...given: unknown[]) {
    const { name, text } = given[0] as { name?: string; text?: string };
    sent.push((name ?? text ?? String(given[0])).slice(0, 60));
    return query.apply(this, given);
  };
  try {
    const calling = outcomeOf(callers[call](job_id));
    const late = new Promise((done) => setTimeout(done, 3_000, 'waits'));
    const outcome = await Promise.race([calling, late]);
    prototype.query = query;
    await lock.query('ROLLBACK');
    await calling;
    return { outcome, sent: sent.filter((text) => !/^live-|pg_notify/.test(text)) };
  } finally {
    prototype.query = query;
    lock.release(true);
  }
}

it.each(Object.entries(HIDDEN))(
  'a sitter who waits for a job %s, or declines or claims it, takes the same statements as for an unknown job, and no lock [S6]',
  async (about, hide) => {
    const id = await hide();
    for (const call of ['join', 'decline', 'claim'] as const) {
      // A sitter who is late for a job that they were shown open learns that it is claimed.
      if (call === 'claim' && /claimed|over/.test(about)) continue;
      const unknown = await traceOf(call, randomUUID());
      expect(unknown.outcome).toBe(call === 'decline' ? 'ok' : 'NOT_FOUND');
      expect(unknown.sent.length).toBeGreaterThan(1);
      expect(await traceOf(call, id)).toEqual(unknown);
    }
  },
);
