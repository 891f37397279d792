import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { TrustPath } from '@kindpal/contract/member/trust-path';
import type { MemberCall } from '../access/call.ts';
import { areBlocked } from '../block/policy.ts';
import { notFound } from '../transport/refusal.ts';

type PathRow = { is_shown: boolean; is_blocked: boolean } & TrustPath;

/**
 * The way from `$1` to `$2`, found by `find_trust_path` in the database, with the names of those who
 * agreed to be named. How much of it is read is bounded there.
 */
export const PATH = `SELECT
    EXISTS (SELECT FROM users WHERE id = $2::uuid AND suspended_at IS NULL) AS is_shown,
    ${areBlocked('$1::uuid', '$2::uuid')} AS is_blocked,
    CASE WHEN way.path IS NOT NULL THEN coalesce((
      SELECT json_agg(CASE WHEN person.named_in_paths
        THEN json_build_object('id', person.id, 'full_name', person.full_name) END ORDER BY step.place)
      FROM unnest(way.path) WITH ORDINALITY step (id, place)
      JOIN users person ON person.id = step.id), '[]') END AS between
  FROM (SELECT find_trust_path($1::uuid, $2::uuid) AS path OFFSET 0) way`;

/**
 * How the caller knows a member: by invites and finished jobs, in at most four steps. Who is between is
 * named with their consent only. Throws NOT_FOUND as the profile does. [R1]
 */
export async function getTrustPath({
  input,
  context,
}: MemberCall<typeof memberCalls.getTrustPath>): Promise<TrustPath> {
  const { services, actor } = context;
  const values = [actor.id, input.member_id];
  const [row] = await services.db.prepared<PathRow>('trust-path', PATH, values);
  if (!row?.is_shown || (row.is_blocked && actor.app_role === 'user')) throw notFound();
  return { between: row.is_blocked ? null : row.between };
}
