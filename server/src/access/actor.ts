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

/** What presenters and policies ask of whoever looks at something. */
export type Viewer = Pick<Actor, 'id' | 'role' | 'app_role'>;

/** The viewer's columns beside those of the work, and the one row that the work is joined to. */
export const VIEWER_COLUMNS = `actor.id AS viewer_id, actor.role AS viewer_role,
  actor.app_role AS viewer_app_role`;
export const FROM_ACTOR = '(SELECT 1) one LEFT JOIN actor ON true';
export type ViewerColumns = {
  viewer_id: string | null;
  viewer_role: Role;
  viewer_app_role: AppRole;
};

/** The viewer of a statement over `FROM_ACTOR`, or null. */
export function viewerOf(row: ViewerColumns | undefined): Viewer | null {
  if (!row?.viewer_id) return null;
  return { id: row.viewer_id, role: row.viewer_role, app_role: row.viewer_app_role };
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
