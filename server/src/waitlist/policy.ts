import { type Authorized, authorize } from '../access/authorized.ts';
import { hasToConfirmIn } from '../account/sign-up/has-to-confirm.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Anybody may add any address to the waiting list; nobody learns whether it was known. Only the
 * mailbox itself can confirm, with a link valid for seven days, and confirms the texts that it was
 * shown: anybody may replace them until then. After that nobody else changes the entry. Staff see
 * the list and send each confirmed entry one invite, unless they have joined with somebody else's
 * meanwhile; both are logged.
 */

/** The purpose for which the mailed link is encrypted. */
export const CONFIRMS_ENTRY = 'waitlist confirm';

/**
 * The condition under which an account has the confirmed address of a row of `waitlist_entries`. An
 * unconfirmed entry may be somebody's guess, and staff would see whether it is a member's. An
 * account that still has to confirm may be somebody else's than the entry. [P4] [U1]
 */
export const SAME_ADDRESS = `(waitlist_entries.confirmed_at IS NOT NULL
  AND lower(account.email) = lower(waitlist_entries.email)
  AND NOT ${hasToConfirmIn('account')})`;

/** The condition under which an entry waits for an invite. [P4] */
export const WAITS = `(waitlist_entries.confirmed_at IS NOT NULL
  AND waitlist_entries.invited_at IS NULL
  AND NOT EXISTS (SELECT FROM auth."user" account WHERE ${SAME_ADDRESS}))`;

/** The facts that decide whether a locked entry may be sent an invite. */
export type LockedEntry = {
  id: string;
  waits: boolean;
  has_joined: boolean;
  invited_at: Date | null;
};

/**
 * Authorizes staff to invite somebody on the waiting list. Throws ALREADY_MEMBER,
 * ALREADY_INVITED, and FORBIDDEN for an address that has not confirmed. [P4]
 */
export function authorizeInvitation<Row extends LockedEntry>(row: Row): Authorized<Row, 'invite'> {
  if (row.waits) return authorize(row, 'invite');
  if (row.has_joined) throw refusal('ALREADY_MEMBER');
  throw refusal(row.invited_at ? 'ALREADY_INVITED' : 'FORBIDDEN');
}
