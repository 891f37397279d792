import type { Pool } from 'pg';
import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { timeAlone } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import { milliseconds, type Verdict } from '../harness/verdict.ts';

const MOST_MS = 50;
const REPORTS = 100_000;

/** Things that the measured staff member has reported, which they do not handle themselves. */
const OWN_REPORTS = 5_000;

/** The time to open the moderation queue with 100,000 reports. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const [admin] = await signInSome(pool, 1);
  await fillQueue(pool, admin?.id ?? '');
  await makeStaff(pool, admin?.id ?? '');
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM reports WHERE decided_at IS NULL ORDER BY urgency, created_at, id LIMIT 1',
  );
  const verdicts: Verdict[] = [];
  for (const [title, path] of [
    ['what waits', '/rest/v1/reports?state=open'],
    ['what was decided', '/rest/v1/reports?state=decided'],
    ['the counts above it', '/rest/v1/rpc/count_reports'],
    ['one report with both histories', `/rest/v1/reports/${rows[0]?.id}`],
  ] as const) {
    const request = requestOf(`GET ${path}`, { cookie: admin?.cookie });
    const ms = await timeAlone({ port: kindpal.port, next: () => request, status: 200 });
    verdicts.push({
      promise: `Moderation queue of 100,000 reports: ${title}`,
      measured: milliseconds(ms),
      limit: '',
      ratio: `≤ ${MOST_MS} ms`,
      kept: ms <= MOST_MS,
    });
  }
  return verdicts;
}

async function makeStaff(pool: Pool, id: string): Promise<void> {
  await pool.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [id]);
  await pool.query('UPDATE auth.session SET admits_staff = true WHERE user_id = $1', [id]);
}

/** Half of the reports wait; half of all are by one member about another. */
async function fillQueue(pool: Pool, staffId: string): Promise<void> {
  await pool.query(
    `WITH people AS (SELECT array_agg(id ORDER BY id DESC) AS ids FROM (
       SELECT id FROM users ORDER BY id DESC LIMIT 400) latest)
     INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, created_at,
       decided_at)
     SELECT ids[CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n % 399 END],
       ids[CASE WHEN n % 2 = 0 THEN 400 ELSE 2 + n % 399 END], 'profile', gen_random_uuid(),
       (ARRAY['danger', 'fraud', 'fake', 'spam'])[1 + n % 4], '{}', now() - n * interval '1 minute',
       CASE WHEN n % 4 < 2 THEN now() - n * interval '30 seconds' END
     FROM people, generate_series(1, $1::int) n`,
    [REPORTS],
  );
  await pool.query(
    `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot)
     SELECT $1, (SELECT id FROM users WHERE id <> $1 ORDER BY id DESC LIMIT 1), 'profile',
       gen_random_uuid(), 'spam', '{}' FROM generate_series(1, $2::int)`,
    [staffId, OWN_REPORTS],
  );
  await pool.query('VACUUM ANALYZE reports');
}
