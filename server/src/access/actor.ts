import type { Role } from '@kindpal/contract/member/schema';
import type { AppRole } from '@kindpal/contract/staff/schema';
import type { Database } from '../db/client.ts';

/** How a request says who it is: the token of a verified cookie, or the session of a verified JWT. */
export type Credential = { by: 'token' | 'session'; value: string };

/** Who is asking: a member with a live session. [U15] */
export type Actor = {
  id: string;
  session_id: string;
  role: Role;
  app_role: AppRole;
};

const WHERE = { token: 's.token = $1', session: 's.id = $1::uuid' } as const;

/**
 * The actor as a common table expression over `$1`, for statements that do their work in the same
 * round trip. Empty when the session has ended or its member is suspended.
 */
export function actorCte(by: Credential['by'] | 'nobody'): string {
  if (by === 'nobody') {
    return `actor AS (SELECT NULL::uuid AS id, NULL::uuid AS session_id, NULL::text AS role,
      NULL::text AS app_role WHERE $1::text IS NOT NULL)`;
  }
  return `actor AS MATERIALIZED (
    SELECT u.id, s.id AS session_id, u.role, coalesce(r.role, 'user') AS app_role
    FROM auth.session s
    JOIN public.users u ON u.id = s.user_id
    LEFT JOIN public.user_roles r ON r.user_id = u.id
    WHERE ${WHERE[by]} AND s.expires_at > now() AND u.suspended_at IS NULL)`;
}

/** The actor's columns beside those of the work, and the one row that the work is joined to. */
export const ACTOR_COLUMNS = `actor.id AS actor_id, actor.session_id AS actor_session,
  actor.role AS actor_role, actor.app_role AS actor_app_role`;
export const FROM_ACTOR = '(SELECT 1) one LEFT JOIN actor ON true';
export type ActorColumns = {
  actor_id: string | null;
  actor_session: string;
  actor_role: Role;
  actor_app_role: AppRole;
};

/** The actor of a statement over `FROM_ACTOR`, or null. */
export function actorOf(row: ActorColumns | undefined): Actor | null {
  if (!row?.actor_id) return null;
  const {
    actor_id: id,
    actor_session: session_id,
    actor_role: role,
    actor_app_role: app_role,
  } = row;
  return { id, session_id, role, app_role };
}

/** The live session's member, or null; one prepared statement. [U15] */
export async function findActor(db: Database, credential: Credential): Promise<Actor | null> {
  const [actor] = await db.prepared<Actor>(
    `actor-by-${credential.by}`,
    `WITH ${actorCte(credential.by)} SELECT * FROM actor`,
    [credential.value],
  );
  return actor ?? null;
}
