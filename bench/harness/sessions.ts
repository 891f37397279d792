import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** The signing secret of the measured Kindpal. */
export const SECRET = randomBytes(32).toString('hex');

export type SignedIn = { id: string; email: string; cookie: string };

/** Signs members in without passwords, all at once: inserts sessions and signs their cookies. */
export async function signIn(pool: Pool, ids: string[]): Promise<SignedIn[]> {
  const tokens = ids.map(() => randomBytes(24).toString('base64url'));
  await pool.query(
    `INSERT INTO auth.session (token, user_id, expires_at)
     SELECT token, id, now() + interval '1 day' FROM unnest($1::text[], $2::uuid[]) AS made (token, id)`,
    [tokens, ids],
  );
  const { rows } = await pool.query<{ id: string; email: string }>(
    'SELECT id, email FROM auth."user" WHERE id = ANY($1::uuid[])',
    [ids],
  );
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  return ids.map((id, i) => ({
    id,
    email: emails.get(id) ?? '',
    cookie: cookieOf(tokens[i] ?? ''),
  }));
}

/** Signs in `count` different members with this role. */
export async function signInSome(
  pool: Pool,
  count: number,
  role: 'pet_owner' | 'pet_sitter' = 'pet_sitter',
): Promise<SignedIn[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users WHERE role IN ($1, 'both') ORDER BY id LIMIT $2`,
    [role, count],
  );
  if (rows.length < count) throw new Error(`there are only ${rows.length} members to sign in`);
  return signIn(
    pool,
    rows.map(({ id }) => id),
  );
}

/** A session cookie, signed as by the server. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return `kindpal.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
