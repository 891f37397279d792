import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openDatabase } from '../../server/src/db/client.ts';
import { writeFits } from '../../server/src/notification/queue/announce-job.ts';
import type { Bench, Community } from '../harness/bench.ts';
import { crowdId, fillCrowd } from '../harness/crowd.ts';
import { HttpConnection, requestOf } from '../harness/http-connection.ts';
import { type MailSink, startMailSink } from '../harness/mail-sink.ts';
import { type SignedIn, signInSome } from '../harness/sessions.ts';
import { median, milliseconds, perSecond, type Verdict } from '../harness/verdict.ts';

const SITTERS = 10_000;
const TURNS = 5;
const MOST_MS = 300;
const LEAST_MAILS = 500;
const PATIENCE_MS = 300_000;
const PLACE = 5100854;

/** A new job that fits 10,000 sitters: the time for its rows and tasks, and the rate of emails. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const sink = await startMailSink();
  try {
    return await measureWith(sink, await bench.mailing(sink.url));
  } finally {
    sink.stop();
  }
}

async function measureWith(sink: MailSink, { kindpal, pool, url }: Community): Promise<Verdict[]> {
  try {
    await fillCrowd(pool);
    await bringTogether(pool);
    const [owner] = (await signInSome(pool, 1, 'pet_owner')) as [SignedIn];
    const connection = await HttpConnection.open(kindpal.port);
    const posted = await connection.send(
      requestOf('POST /rest/v1/jobs', { cookie: owner.cookie, body: newJob() }),
    );
    if (posted.status !== 201) throw new Error(`answered ${posted.status}: ${posted.body}`);
    const { first, last } = await sink.receive(SITTERS, PATIENCE_MS);
    connection.close();
    const rate = SITTERS / ((last - first) / 1_000);
    // The statement adds the tasks as well: with Kindpal stopped, nobody takes them.
    await kindpal.stop();
    const rows = median(await timeRows(pool, { url, owner: owner.id }));
    const bare = median(await timeBareRows(pool));
    return [
      {
        promise: `One job to ${SITTERS.toLocaleString('en-US')} sitters: their rows`,
        measured: milliseconds(rows),
        limit: milliseconds(bare),
        ratio: `(≤ ${MOST_MS} ms)`,
        kept: rows <= MOST_MS,
      },
      {
        promise: 'Emails to a local mail server',
        measured: perSecond(rate),
        limit: '',
        ratio: `(≥ ${LEAST_MAILS}/s)`,
        kept: rate >= LEAST_MAILS,
      },
    ];
  } finally {
    // Stop the Kindpal whose emails now fail, so that it does not slow the next measurements.
    await kindpal.stop();
  }
}

/** Moves 10,000 of the crowd to one place, with emails at any hour. */
async function bringTogether(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE users SET place_id = ${PLACE}, location = 'Maplewood, New Jersey' FROM generate_series(1, ${SITTERS}) n
     WHERE id = ${crowdId('n')}`,
  );
  await pool.query(
    `UPDATE users SET place_id = NULL, location = NULL WHERE last_name NOT LIKE 'Vale %'`,
  );
  await pool.query(
    `INSERT INTO notification_settings (member_id, quiet_from, quiet_to)
     SELECT ${crowdId('n')}, NULL, NULL FROM generate_series(1, ${SITTERS}) n`,
  );
  await pool.query('UPDATE auth."user" SET email_verified = true WHERE NOT email_verified');
  await pool.query('VACUUM ANALYZE users, notification_settings');
}

/** The time of the statement that writes the rows and tasks of one job, in several runs. */
async function timeRows(
  pool: Pool,
  { url, owner }: { url: string; owner: string },
): Promise<number[]> {
  const db = openDatabase(url, { size: 1 });
  const clock = { now: () => new Date() };
  const taken: number[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone,
         total_amount, place_id, location)
       VALUES ($1, 'A walk', 'Round the pond.', 'dog_walking', now() + interval '3 days',
         now() + interval '3 days 2 hours', 'America/New_York', 20, ${PLACE}, 'Maplewood, New Jersey') RETURNING id`,
      [owner],
    );
    const id = rows[0]?.id ?? '';
    const began = performance.now();
    await writeFits({ db, clock }, { id });
    taken.push(performance.now() - began);
    const written = await pool.query('DELETE FROM notifications WHERE job_id = $1', [id]);
    if (written.rowCount !== SITTERS) throw new Error(`${written.rowCount} sitters were notified`);
  }
  await db.close();
  return taken.slice(1);
}

/**
 * The time to write the same rows with their keys and indexes, without choosing the sitters,
 * without triggers and tasks: less is not possible on this machine.
 */
async function timeBareRows(pool: Pool): Promise<number[]> {
  await pool.query(`CREATE TABLE limit_notifications (LIKE notifications INCLUDING ALL,
    FOREIGN KEY (member_id) REFERENCES users (id), FOREIGN KEY (job_id) REFERENCES jobs (id))`);
  const taken: number[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const began = performance.now();
    await pool.query(
      `INSERT INTO limit_notifications (member_id, type, event_key, subject_id, job_id, job_title)
       SELECT member.id, 'new_jobs.fits', job.id, job.id, job.id, job.title
       FROM users member CROSS JOIN (SELECT id, title FROM jobs LIMIT 1) job
       WHERE member.place_id = ${PLACE}`,
    );
    taken.push(performance.now() - began);
    const written = await pool.query('DELETE FROM limit_notifications');
    if (written.rowCount !== SITTERS) throw new Error(`${written.rowCount} rows were written`);
  }
  return taken.slice(1);
}

function newJob() {
  const start = Date.now() + 3 * 86_400_000;
  return {
    client_id: randomUUID(),
    title: 'A long walk for Biscuit',
    description: 'Two hours through the park, with a stop at the pond.',
    place_id: PLACE,
    address: '12 Elm Street',
    job_type: 'dog_walking',
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 7_200_000).toISOString(),
    time_zone: 'America/New_York',
    total_amount: 25,
    pet_details: { name: 'Biscuit', size: 'small' },
  };
}
