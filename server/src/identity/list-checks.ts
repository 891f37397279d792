import type { identity } from '@kindpal/contract/identity/contract';
import type { StaffIdentityCheck } from '@kindpal/contract/identity/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberNameOf } from '../member/member-card.ts';
import { recordView, type View } from '../staff/activity/record-view.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { presentStaffCheck } from './present.ts';
import type { StaffIdentityRow } from './queries.ts';

const STAFF_CHECK = `SELECT identity.id, identity.member_id, identity.status, identity.requested_at,
    identity.method, identity.checklist, identity.checked_at, identity.confirmed_at,
    identity.expires_at, identity.reason, member.full_name AS member_name,
    account.email AS member_email, ${memberNameOf('identity.checked_by')} AS checked_by,
    ${memberNameOf('identity.confirmed_by')} AS confirmed_by
  FROM identity_checks identity JOIN users member ON member.id = identity.member_id
  JOIN auth."user" account ON account.id = identity.member_id`;

const STATES = {
  waiting: `identity.status IN ('requested', 'checked')`,
  confirmed: `identity.status = 'confirmed'`,
  ended: `identity.status NOT IN ('requested', 'checked', 'confirmed')`,
};

/** One check as staff see it. Throws NOT_FOUND. */
export async function getStaffCheck(
  db: Database,
  id: string,
  actor: { id: string },
): Promise<StaffIdentityCheck> {
  const [row] = await db.jsonRows<StaffIdentityRow>({
    name: 'identity-check',
    text: `${STAFF_CHECK} WHERE identity.id = $1`,
    values: [id],
  });
  if (!row) throw notFound();
  return presentStaffCheck(row, actor);
}

/**
 * A page of the checks in a state, newest first; the members shown are logged. Without the staff
 * member's own, which names who took its steps. [S4]
 */
export async function listChecks({ input, context }: MemberCall<typeof identity.list>) {
  const { state, limit } = input;
  const rows = await context.services.db.jsonRows<StaffIdentityRow>(
    pageStatement({
      name: 'identity-checks',
      select: STAFF_CHECK,
      where: [
        { name: state, text: STATES[state] },
        { name: '', text: 'identity.member_id <> ?', value: context.actor.id },
      ],
      order: newest('identity.requested_at', 'identity.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, limit, ({ requested_at, id }) => ({
    created_at: requested_at,
    id,
  }));
  const checks = items.map((row) => presentStaffCheck(row, context.actor));
  await recordChecks(context, checks);
  return { items: checks, next_cursor };
}

/** Logs whose checks staff are about to see. */
export function recordChecks(context: MemberContext, checks: StaffIdentityCheck[]): Promise<void> {
  return recordView(context, viewOfChecks(checks));
}

/** The view of these checks in their list. */
export function viewOfChecks(checks: StaffIdentityCheck[]): View {
  const reads = checks.map(({ id, member }) => ({ target: member.id, what: id }));
  return { action: 'identity_read', target_type: 'user', reads };
}
