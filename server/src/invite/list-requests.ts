import type { invite } from '@kindpal/contract/invite/contract';
import type { InviteRequest, StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { desc, eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { inviteRequests } from '../db/schema/invite.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { decodeCursor, encodeCursor } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { presentRequest, presentStaffRequest } from './present.ts';
import { STAFF_REQUEST, type StaffRequestRow } from './rows.ts';

/** The caller's newest request for another code, or null. [I1] */
export async function findOwnRequest({
  context,
}: {
  context: MemberContext;
}): Promise<InviteRequest | null> {
  const [request] = await context.services.db.drizzle
    .select()
    .from(inviteRequests)
    .where(eq(inviteRequests.user_id, context.actor.id))
    .orderBy(desc(inviteRequests.created_at))
    .limit(1);
  return request ? presentRequest(request) : null;
}

/** One request as staff see it. Throws NOT_FOUND. */
export async function getStaffRequest(
  db: Database,
  id: string,
  actor: Actor,
): Promise<StaffInviteRequest> {
  const [row] = await db.jsonRows<StaffRequestRow>({
    name: 'invite-request',
    text: `${STAFF_REQUEST} WHERE request.id = $1`,
    values: [id],
  });
  if (!row) throw notFound();
  return presentStaffRequest(row, actor);
}

/** Requests for other codes: waiting ones first, each group newest first; logged. [I1] */
export async function listRequests({ input, context }: MemberCall<typeof invite.listRequests>) {
  const { status, limit } = input;
  const rows = await context.services.db.jsonRows<StaffRequestRow>(
    pageStatement({
      name: 'invite-requests',
      select: STAFF_REQUEST,
      where: [status !== undefined && { name: status, text: `request.status = '${status}'` }],
      order: [
        [`(request.status = 'pending')`, 'boolean'],
        ...newest('request.created_at', 'request.id'),
      ],
      after: readCursor(input.cursor),
      limit: limit + 1,
    }),
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const ids = items.map(({ id }) => id);
  await recordView(context, {
    action: 'invite_requests_read',
    target_type: 'invite_request',
    ids,
  });
  return {
    items: items.map((row) => presentStaffRequest(row, context.actor)),
    next_cursor: rows.length > limit && last ? writeCursor(last) : null,
  };
}

/** The list has two parts, so its cursor starts with the part it is in. */
const WAITS = 'w';
const DECIDED = 'd';

function writeCursor(row: StaffRequestRow): string {
  return (row.status === 'pending' ? WAITS : DECIDED) + encodeCursor(row);
}

function readCursor(cursor: string | undefined): unknown[] | null {
  const key = decodeCursor(cursor?.slice(1));
  return key && [cursor?.startsWith(WAITS) ?? false, key.created_at, key.id];
}
