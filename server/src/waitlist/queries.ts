import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { type Key, keyValues } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { SAME_ADDRESS, WAITS } from './policy.ts';

/** At most one member has an address, regardless of case. */
const ENTRY = `SELECT waitlist_entries.id, waitlist_entries.email, waitlist_entries.full_name,
    waitlist_entries.note, waitlist_entries.created_at, waitlist_entries.confirmed_at,
    waitlist_entries.invited_at, member.created_at AS joined_at
  FROM waitlist_entries LEFT JOIN auth."user" account ON ${SAME_ADDRESS}
  LEFT JOIN users member ON member.id = account.id`;

export type WaitlistPage = { waiting?: boolean | undefined; after: Key | null; limit: number };

/** The waiting list, newest first: all entries, those who can be sent an invite, or the others. */
export function listEntries(
  db: Database,
  { waiting, after, limit }: WaitlistPage,
): Promise<WaitlistEntry[]> {
  return db.jsonRows<WaitlistEntry>(
    pageStatement({
      name: 'waitlist',
      select: ENTRY,
      where: [
        waiting === true && { name: 'waiting', text: WAITS },
        waiting === false && { name: 'others', text: `NOT ${WAITS}` },
      ],
      order: newest('waitlist_entries.created_at', 'waitlist_entries.id'),
      after: keyValues(after),
      limit,
    }),
  );
}

/** An entry, waiting or not. Throws NOT_FOUND. */
export async function getEntry(db: Database, id: string): Promise<WaitlistEntry> {
  const [entry] = await db.jsonRows<WaitlistEntry>({
    name: 'waitlist-entry',
    text: `${ENTRY} WHERE waitlist_entries.id = $1`,
    values: [id],
  });
  if (!entry) throw notFound();
  return entry;
}
