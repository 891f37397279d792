import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import type { waitlistEntries } from '../db/schema/waitlist.ts';

/** Somebody who waits, as staff see them; their code stays between them and their mailbox. */
export function presentWaitlistEntry(row: typeof waitlistEntries.$inferSelect): WaitlistEntry {
  return {
    id: row.id,
    email: row.email,
    full_name: row.full_name,
    note: row.note,
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    invited_at: row.invited_at?.toISOString() ?? null,
  };
}
