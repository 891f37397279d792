import type { Pool } from 'pg';
import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

const SITTERS = 100;

/**
 * The requests of a profile page: the member with rating and reliability, the newest reviews, the
 * trust path.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const ids = await fillReviews(pool);
  const [member] = await signInSome(pool, 1, 'pet_owner');
  const ours = ids.flatMap((id) =>
    [
      `/rest/v1/users/${id}`,
      `/rest/v1/reviews?reviewee_id=${id}`,
      `/rest/v1/rpc/get_trust_path?member_id=${id}`,
    ].map((path) => requestOf(`GET ${path}`, { cookie: member?.cookie })),
  );
  const bare = ids.flatMap((id) =>
    [`/profile/${id}`, `/reviews/${id}`, `/path/${id}?${member?.id}`].map((path) =>
      requestOf(`GET ${path}`),
    ),
  );
  const seen = await compare({
    ours: { port: kindpal.port, next: (n) => ours[n % ours.length] as Buffer, status: 200 },
    bare: { port: limit.port, next: (n) => bare[n % bare.length] as Buffer, status: 200 },
  });
  return judgeCall('A profile with its reviews, reliability and path', seen, 0.5);
}

/**
 * Reviews of the sitters with the most jobs, and their records, which triggers maintain outside
 * of the seed.
 */
async function fillReviews(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT claim.sitter_id AS id FROM job_claims claim JOIN users ON users.id = claim.sitter_id
     WHERE claim.end_reason = 'completed' AND users.suspended_at IS NULL
     GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT $1`,
    [SITTERS],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `INSERT INTO reviews (claim_id, side, reviewer_id, rating, text, would_repeat, created_at)
     SELECT claim.id, 'owner', job.owner_id, 3 + (claim.start_date::date - '2020-01-01') % 3,
       'Miso was happy, and the kitchen was tidier than before.', true, claim.ended_at
     FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
     WHERE claim.end_reason = 'completed' AND claim.sitter_id = ANY ($1)
       AND job.owner_id <> claim.sitter_id AND review_occasion(claim) IS NOT NULL
       AND NOT EXISTS (SELECT FROM reviews other WHERE other.claim_id = claim.id)
     ON CONFLICT DO NOTHING`,
    [ids],
  );
  await pool.query(
    'UPDATE reviews SET published_at = publish_at WHERE reviewee_id = ANY ($1) AND published_at IS NULL',
    [ids],
  );
  await pool.query(
    `INSERT INTO reliability (member_id, side, finished)
     SELECT sitter_id, 'sitter', count(*) FROM job_claims
     WHERE end_reason = 'completed' AND sitter_id = ANY ($1) GROUP BY 1 ON CONFLICT DO NOTHING`,
    [ids],
  );
  await pool.query('VACUUM ANALYZE reviews, ratings, reliability');
  return ids;
}
