import type { waitlist } from '@kindpal/contract/waitlist/contract';
import type { MemberCall } from '../access/call.ts';
import { recordView, type View } from '../staff/activity/record-view.ts';
import { decodeCursor, pageOf } from '../transport/cursor.ts';
import { listEntries } from './queries.ts';

/**
 * The waiting list, newest first: with `waiting` those who can be sent an invite, or all others.
 * Staff's views are logged. [P4]
 */
export async function listWaitlist({ input, context }: MemberCall<typeof waitlist.list>) {
  const { services } = context;
  const { waiting, cursor, limit } = input;
  const after = decodeCursor(cursor);
  const rows = await listEntries(services.db, { waiting, after, limit: limit + 1 });
  const page = pageOf(rows, limit, (row) => row);
  await recordView(context, viewOfEntries(page.items.map(({ id }) => id)));
  return page;
}

/** The view of these entries of the list. */
export const viewOfEntries = (ids: string[]): View => ({
  action: 'waitlist_read',
  target_type: 'waitlist_entry',
  ids,
});
