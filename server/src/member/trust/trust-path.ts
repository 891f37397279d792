import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { TrustPath } from '@kindpal/contract/member/trust-path';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { actorCte, type Credential } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import { isHiddenFrom } from '../../block/policy.ts';
import { notFound, refusal } from '../../transport/refusal.ts';

type PathRow = {
  me: string;
  app_role: AppRole;
  is_shown: boolean;
  is_hidden: boolean;
} & TrustPath;

/**
 * The path from `viewer` (SQL) to `$2`, found by `find_trust_path` in the database, with the
 * names of members who agreed to be named. The function bounds how much it reads.
 */
export const pathFrom = (viewer: string) => `SELECT
    EXISTS (SELECT FROM users WHERE id = $2::uuid AND suspended_at IS NULL) AS is_shown,
    ${isHiddenFrom('$2::uuid', viewer)} AS is_hidden,
    CASE WHEN way.path IS NOT NULL THEN coalesce((
      SELECT json_agg(CASE WHEN person.named_in_paths
        THEN json_build_object('id', person.id, 'full_name', person.full_name) END ORDER BY step.place)
      FROM unnest(way.path) WITH ORDINALITY step (id, place)
      JOIN users person ON person.id = step.id), '[]') END AS between
  FROM (SELECT find_trust_path(${viewer}, $2::uuid) AS path OFFSET 0) way`;

const pathStatement = (by: Credential['by']) => `WITH ${actorCte(by)}
  SELECT actor.id AS me, actor.app_role, found.* FROM actor CROSS JOIN (${pathFrom('(SELECT id FROM actor)')}) found`;

/**
 * How the caller is connected to a member: by invites and finished jobs, in at most four steps.
 * Intermediate members are named only with their consent. Throws NOT_FOUND as the profile does.
 * [R1]
 */
export async function getTrustPath({
  input,
  context,
}: OpenCall<typeof memberCalls.getTrustPath>): Promise<TrustPath> {
  const { services, credential } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  const { by, value } = credential;
  const values = [value, input.member_id];
  const [row] = await services.db.shortRead<PathRow>({
    name: `path-by-${by}`,
    text: pathStatement(by),
    values,
  });
  if (!row) throw refusal('UNAUTHORIZED');
  services.limiter.remember(credential, row.me);
  if (!row.is_shown || (row.is_hidden && row.app_role === 'user')) throw notFound();
  return { between: row.is_hidden ? null : row.between };
}
