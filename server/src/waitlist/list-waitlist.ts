import type { waitlist } from '@kindpal/contract/waitlist/contract';
import type { MemberCall } from '../access/call.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';
import { listEntries } from './queries.ts';

/**
 * Who asked to wait, newest first: with `waiting` those whom an invite can be sent to, or all the
 * others. That staff looked is logged. [P4]
 */
export async function listWaitlist({ input, context }: MemberCall<typeof waitlist.list>) {
  const { services, actor } = context;
  const { waiting, cursor, limit } = input;
  const after = decodeCursor(cursor);
  await recordActivity(services.db.drizzle, {
    admin_id: actor.id,
    action: 'waitlist_read',
    target_type: 'waitlist_entry',
  });
  const rows = await listEntries(services.db, { waiting, after, limit: limit + 1 });
  return pageOf(rows, limit, (row) => row);
}
