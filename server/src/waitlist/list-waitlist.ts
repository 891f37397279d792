import type { WaitlistEntry, waitlist } from '@kindpal/contract/waitlist/contract';
import type { MemberCall } from '../access/call.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';

/**
 * Who asked to wait, newest first: with `waiting` those whom an invite can be sent to, or all the
 * others. That staff looked is logged. [P4]
 */
export async function listWaitlist({ input, context }: MemberCall<typeof waitlist.list>) {
  const { services, actor } = context;
  const after = decodeCursor(input.cursor);
  await recordActivity(services.db.drizzle, {
    admin_id: actor.id,
    action: 'waitlist_read',
    target_type: 'waitlist_entry',
  });
  const [found] = await services.db.prepared<{ rows: WaitlistEntry[] | null }>(
    'waitlist-list',
    `SELECT json_agg(rows) AS rows FROM (
       SELECT id, email, full_name, note, created_at, confirmed_at, invited_at FROM waitlist_entries
       WHERE ($1::boolean IS NULL OR (confirmed_at IS NOT NULL AND invited_at IS NULL) = $1)
         AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $4) rows`,
    [input.waiting ?? null, after?.created_at ?? null, after?.id ?? null, input.limit + 1],
  );
  return pageOf(found?.rows ?? [], input.limit, (row) => row);
}
