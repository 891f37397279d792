import { type Authorized, authorize } from '../access/authorized.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Anybody may ask to wait, for any address; nobody is told whether it was known. Only the mailbox
 * itself confirms, with a link of seven days; from then on nobody else changes what is written.
 * Staff see who waits and send each who has confirmed one invite, unless they have joined meanwhile
 * with somebody else's; both are logged.
 */

/** The purpose that the mailed link is encrypted for. */
export const CONFIRMS = 'waitlist confirm';

/** The condition under which an account is that of a row of `waitlist_entries`. [P4] */
export const SAME_ADDRESS = `lower(account.email) = lower(waitlist_entries.email)`;

/** The condition under which somebody waits for an invite. [P4] */
export const WAITS = `(waitlist_entries.confirmed_at IS NOT NULL
  AND waitlist_entries.invited_at IS NULL
  AND NOT EXISTS (SELECT FROM auth."user" account WHERE ${SAME_ADDRESS}))`;

/** What decides whether a locked entry may be sent an invite. */
export type LockedEntry = {
  id: string;
  waits: boolean;
  has_joined: boolean;
  invited_at: Date | null;
};

/**
 * Lets staff invite somebody who waits. Throws ALREADY_MEMBER, ALREADY_INVITED, and FORBIDDEN for an
 * address that has not confirmed. [P4]
 */
export function authorizeInvitation<Row extends LockedEntry>(row: Row): Authorized<Row, 'invite'> {
  if (row.waits) return authorize(row, 'invite');
  if (row.has_joined) throw refusal('ALREADY_MEMBER');
  throw refusal(row.invited_at ? 'ALREADY_INVITED' : 'FORBIDDEN');
}
