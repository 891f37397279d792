import type { Role } from '@kindpal/contract/member/role';
import type { AppRole } from '@kindpal/contract/staff/schema';
import type { Database } from '../db/client.ts';

/**
 * The session of a request, identified by the token of a verified cookie or by a verified JWT. One
 * that was issued before a second factor identifies it only while the session is `waiting` for
 * that: a copy must not share in what only the member could show later. [U13]
 */
export type Credential = { by: 'token' | 'session' | 'waiting'; value: string };

/** The caller: a member with a live session. [U15] */
export type Actor = {
  id: string;
  session_id: string;
  role: Role;
  app_role: AppRole;
};

/** A text, such as a statement, for each kind of credential. */
export const perCredential = (
  text: (by: Credential['by']) => string,
): Record<Credential['by'], string> => ({
  token: text('token'),
  session: text('session'),
  waiting: text('waiting'),
});

/** The session `s` of a credential, in SQL. */
export const SESSION_WHERE = {
  token: (value: string) => `s.token = ${value}`,
  session: (value: string) => `s.id = ${value}::uuid`,
  waiting: (value: string) => `s.id = ${value}::uuid AND s.awaits_factor`,
};

/**
 * The actor as a common table expression over `$1` (or the SQL in `value`), for statements that
 * do their work in the same round trip. Empty when the session has ended, waits for a second
 * factor, or belongs to a suspended member. Staff without a second factor have the role of a
 * normal member.
 */
export function actorCte(by: Credential['by'] | 'nobody', value = '$1'): string {
  if (by === 'nobody') {
    return `actor AS (SELECT NULL::uuid AS id, NULL::uuid AS session_id, NULL::text AS role,
      NULL::text AS app_role WHERE ${value}::text IS NOT NULL)`;
  }
  return `actor AS (
    SELECT u.id, s.id AS session_id, u.role, coalesce(r.role, 'user') AS app_role
    FROM auth.session s
    JOIN public.users u ON u.id = s.user_id
    LEFT JOIN public.user_roles r ON r.user_id = u.id AND s.admits_staff
    WHERE ${SESSION_WHERE[by](value)} AND s.expires_at > now() AND NOT s.awaits_factor
      AND u.suspended_at IS NULL)`;
}

/** The member of a session, whether or not it waits for a second factor. [U13] */
export type SessionHolder = {
  id: string;
  session_id: string;
  awaits_factor: boolean;
  /** The member's administrative role, even if it has no effect yet. */
  app_role: AppRole;
};

/** The live session's member, also while it waits for a second factor; or null. [U13] */
export async function findHolder(
  db: Database,
  { by, value }: Credential,
): Promise<SessionHolder | null> {
  const [holder] = await db.shortRead<SessionHolder>({
    name: `holder-by-${by}`,
    text: `SELECT u.id, s.id AS session_id, s.awaits_factor, coalesce(r.role, 'user') AS app_role
     FROM auth.session s
     JOIN public.users u ON u.id = s.user_id
     LEFT JOIN public.user_roles r ON r.user_id = u.id
     WHERE ${SESSION_WHERE[by]('$1')} AND s.expires_at > now() AND u.suspended_at IS NULL`,
    values: [value],
  });
  return holder ?? null;
}

/** What presenters and policies need to know about the viewer. */
export type Viewer = Pick<Actor, 'id' | 'role' | 'app_role'>;

/**
 * The viewer as one column, selected next to the results of a statement that begins with
 * `actorCte`. One text, because a list repeats it in every row.
 */
export const VIEWER_COLUMN = `(SELECT concat_ws(' ', id, role, app_role) FROM actor) AS viewer`;

/** The same for a single row that joins `actor`, which saves a subplan. */
export const JOINED_VIEWER_COLUMN = `concat_ws(' ', actor.id, actor.role, actor.app_role) AS viewer`;
export type ViewerColumn = { viewer: string | null };

/** The viewer in a row of such a statement, or null. */
export function viewerOf(row: ViewerColumn | undefined): Viewer | null {
  if (!row?.viewer) return null;
  const [id, role, app_role] = row.viewer.split(' ') as [string, Role, AppRole];
  return { id, role, app_role };
}

/** The member of the live session, or null; one prepared statement. [U15] */
export async function findActor(db: Database, credential: Credential): Promise<Actor | null> {
  const [actor] = await db.shortRead<Actor>({
    name: `actor-by-${credential.by}`,
    text: `WITH ${actorCte(credential.by)} SELECT * FROM actor`,
    values: [credential.value],
  });
  return actor ?? null;
}
