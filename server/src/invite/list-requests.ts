import type { invite } from '@kindpal/contract/invite/contract';
import type { InviteRequest, StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { desc, eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { inviteRequests } from '../db/schema/invite.ts';
import { decodeCursor, encodeCursor } from '../wire/cursor.ts';
import { notFound } from '../wire/refusal.ts';
import { presentRequest } from './present.ts';
import { STAFF_REQUEST } from './rows.ts';

/** The caller's newest wish for a further code; NOT_FOUND when there is none. [I1] */
export async function getOwnRequest({
  context,
}: {
  context: MemberContext;
}): Promise<InviteRequest> {
  const queries: Queries = context.services.db.drizzle;
  const [request] = await queries
    .select()
    .from(inviteRequests)
    .where(eq(inviteRequests.user_id, context.actor.id))
    .orderBy(desc(inviteRequests.created_at))
    .limit(1);
  if (!request) throw notFound();
  return presentRequest(request);
}

/** One wish as staff see it. Throws NOT_FOUND. */
export async function getStaffRequest(tx: Queries, id: string): Promise<StaffInviteRequest> {
  const { rows } = await tx.execute<{ found: StaffInviteRequest }>(
    sql`SELECT to_json(found) AS found FROM (${sql.raw(STAFF_REQUEST)} WHERE request.id = ${id}) found`,
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row.found;
}

const LIST = `SELECT json_agg(rows) AS rows FROM (
  ${STAFF_REQUEST}
  WHERE ($1::text IS NULL OR request.status = $1)
    AND ($2::boolean IS NULL
      OR (request.status = 'pending', request.created_at, request.id) < ($2, $3::timestamptz, $4::uuid))
  ORDER BY request.status = 'pending' DESC, request.created_at DESC, request.id DESC
  LIMIT $5) rows`;

/** Wishes for further codes: those that wait first, newest first among each. [I1] */
export async function listRequests({ input, context }: MemberCall<typeof invite.listRequests>) {
  const after = readCursor(input.cursor);
  const [found] = await context.services.db.prepared<{ rows: StaffInviteRequest[] | null }>(
    'invite-requests',
    LIST,
    [
      input.status ?? null,
      after?.waits ?? null,
      after?.created_at ?? null,
      after?.id ?? null,
      input.limit + 1,
    ],
  );
  const rows = found?.rows ?? [];
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > input.limit && last ? writeCursor(last) : null };
}

/** The list has two parts, so its cursor begins with the part that it stands in. */
const WAITS = 'w';
const DECIDED = 'd';

function writeCursor(row: StaffInviteRequest): string {
  return (row.status === 'pending' ? WAITS : DECIDED) + encodeCursor(row);
}

function readCursor(cursor: string | undefined) {
  const key = decodeCursor(cursor?.slice(1));
  return key && { ...key, waits: cursor?.startsWith(WAITS) ?? false };
}
