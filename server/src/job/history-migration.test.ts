import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEarlierRelease, type EarlierRelease } from '../testing/earlier-release.ts';

let earlier: EarlierRelease;
beforeAll(async () => {
  earlier = await createEarlierRelease('_job_history');
});
afterAll(() => earlier.drop());

const MEMBERS = `
  WITH account AS (
    INSERT INTO auth."user" (name, email)
    SELECT name, name || '@example.org' FROM unnest(ARRAY['owner', 'sitter', 'staff']) name
    RETURNING id, name)
  INSERT INTO users (id, first_name, role, active_role)
  SELECT id, name, 'both', 'pet_owner' FROM account`;
const ID = (name: string) => `(SELECT id FROM users WHERE first_name = '${name}')`;

/** A job that started two hours before `ends`; its title says what the history should show. */
const job = (title: string, ends: string, columns: Record<string, string> = {}) =>
  earlier.run(`INSERT INTO jobs (owner_id, title, description, job_type, time_zone, total_amount,
      ${['start_date', 'end_date', ...Object.keys(columns)]})
    VALUES (${ID('owner')}, '${title}', 'x', 'both', 'UTC', 5,
      ${[`${ends} - interval '2 hours'`, ends, ...Object.values(columns)]})`);
const claim = (title: string, columns: Record<string, string>) =>
  earlier.run(`INSERT INTO job_claims (job_id, sitter_id, start_date, end_date,
      ${Object.keys(columns)})
    SELECT id, ${ID('sitter')}, start_date, end_date, ${Object.values(columns)}
    FROM jobs WHERE title = '${title}'`);
const PAST = `now() - interval '3 days'`;
const AHEAD = `now() + interval '3 days'`;

it('an upgrade keeps why jobs were cancelled and claims ended, as history [J6] [J9]', async () => {
  await earlier.run(MEMBERS);
  const cancelled = { status: `'cancelled'` };
  await job('expired', PAST, { ...cancelled, cancel_reason: `'expired'` });
  await job('typed', AHEAD, { ...cancelled, cancel_reason: `'expired'` });
  await job('typed with a sitter', PAST, { ...cancelled, cancel_reason: `'expired'` });
  await job('silent', PAST, cancelled);
  await job('taken down', AHEAD, {
    ...cancelled,
    cancel_reason: `'Sells cars'`,
    taken_down_at: `'2026-03-01Z'`,
  });
  await job('given back', AHEAD);
  await job('done', PAST, { status: `'completed'` });
  await job('done by the clock', PAST, { status: `'completed'` });
  const ended = (end_reason: string, ended_by: string, end_note = 'NULL') => ({
    ended_at: `'2026-03-01Z'`,
    end_reason: `'${end_reason}'`,
    ended_by,
    end_note,
  });
  await claim('typed with a sitter', ended('cancelled', ID('owner'), `'expired'`));
  await claim('taken down', ended('cancelled', ID('staff'), `'Sells cars'`));
  await claim('given back', ended('released', ID('sitter'), `'A cold'`));
  await claim('given back', ended('no_show', ID('owner'), `''`));
  const done = { started_at: PAST, completed_at: PAST, confirmed_at: 'now()' };
  await claim('done', { ...done, ...ended('completed', ID('owner')) });
  await claim('done by the clock', { ...done, ...ended('completed', 'NULL') });

  await earlier.upgrade();

  const jobs = await earlier.run(
    `SELECT concat_ws(': ', title, cancel_code, cancel_reason) FROM jobs
     WHERE status = 'cancelled' ORDER BY title`,
  );
  expect(jobs).toEqual([
    'expired: expired',
    'silent: by_owner',
    'taken down: taken_down: Sells cars',
    'typed: by_owner: expired',
    'typed with a sitter: by_owner: expired',
  ]);
  const events = await earlier.run(
    `SELECT concat_ws(': ', title, actor_role, first_name, action, reason)
     FROM job_events event JOIN jobs job ON job.id = job_id LEFT JOIN users ON users.id = actor_id
     ORDER BY 1`,
  );
  expect(events).toEqual([
    'done by the clock: sitter: sitter: complete',
    'done by the clock: sitter: sitter: start',
    'done by the clock: system: confirm',
    'done: owner: owner: confirm',
    'done: sitter: sitter: complete',
    'done: sitter: sitter: start',
    'expired: system: expire',
    'given back: owner: owner: report_no_show',
    'given back: sitter: sitter: release: A cold',
    'taken down: staff: staff: take_down: Sells cars',
    'typed with a sitter: owner: owner: cancel: expired',
  ]);
});
