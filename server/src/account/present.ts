import type { Account, Session } from '@kindpal/contract/account/schema';
import type { AccountRow } from './queries.ts';

/** Browsers check their session at least this often, in ms, however long their cookie lasts. */
const BROWSER_CHECK_MS = 60 * 60 * 1000;

/**
 * The account as its own member sees it; reduced while a session waits for a second factor. [U7]
 * [U15]
 */
export function presentAccount(row: AccountRow): Account {
  const {
    session_id,
    session_created_at,
    session_expires_at,
    session_method,
    session_proved_at,
    session_factor_method,
    session_factor_at,
    session_awaits_factor,
    session_admits_staff,
    ...account
  } = row;
  const needs_factor = account.app_role !== 'user' && !session_admits_staff;
  const known = session_awaits_factor ? { ...account, ...HIDDEN_BEFORE_FACTOR } : account;
  const { full_name, role } = known;
  const created_at = account.created_at.toISOString();
  const confirm_email_by = account.confirm_email_by?.toISOString() ?? null;
  const deletion_due_at = account.deletion_due_at?.toISOString() ?? null;
  const user_metadata = { full_name, role };
  return { ...known, confirm_email_by, created_at, deletion_due_at, needs_factor, user_metadata };
}

/** Replaces these fields until the second factor: a password alone does not reveal them. [U13] */
const HIDDEN_BEFORE_FACTOR = {
  full_name: '',
  profile_image_url: null,
  phone: null,
  new_email: null,
  identities: [],
};

/** The assurance level of a session. [U13] */
export function levelOf({ session_factor_at, session_awaits_factor }: AccountRow) {
  const aal = session_factor_at ? ('aal2' as const) : ('aal1' as const);
  return { aal, awaits_factor: session_awaits_factor };
}

/** A browser's session: the token is in the cookie, so the body has none. [U7] */
export function presentBrowserSession(row: AccountRow, now: Date): Session {
  const until = Math.min(row.session_expires_at.getTime(), now.getTime() + BROWSER_CHECK_MS);
  return {
    access_token: null,
    refresh_token: null,
    expires_at: Math.floor(until / 1000),
    ...levelOf(row),
    user: presentAccount(row),
  };
}
