import type { Pool } from 'pg';

const MEMBERS = 100_000;
/** One member in this many has reviews. */
const RATED = 5;

/** The id of the n-th crowd member, in SQL. */
export const crowdId = (n: string) =>
  `('c0ffee00-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** Adds 100,000 members who sit, every fifth with reviews, once per community. */
export async function fillCrowd(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`SELECT FROM users WHERE id = ${crowdId('1')}`);
  if (rows.length > 0) return MEMBERS;
  await pool.query(
    `INSERT INTO auth."user" (id, name, email, email_verified)
     SELECT ${crowdId('n')}, 'Crowd', 'crowd-' || n || '@example.org', true
     FROM generate_series(1, ${MEMBERS}) n`,
  );
  await pool.query(
    `INSERT INTO users (id, first_name, last_name, role, active_role, bio, created_at)
     SELECT ${crowdId('n')}, 'Robin', 'Vale ' || n, 'both', 'pet_sitter', 'Long walks, by the pond.',
       now() - n * interval '1 minute'
     FROM generate_series(1, ${MEMBERS}) n`,
  );
  await pool.query(
    `UPDATE ratings SET rating_count = made.reviews, would_repeat = made.reviews,
       rating_sum = made.reviews * 3 + n % (2 * made.reviews + 1)
     FROM (SELECT n, 1 + n % 17 AS reviews FROM generate_series(1, ${MEMBERS}, ${RATED}) n) made
     WHERE member_id = ${crowdId('made.n')}`,
  );
  await pool.query('VACUUM ANALYZE users, ratings');
  return MEMBERS;
}
