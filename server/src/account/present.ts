import type { Account, Session } from '@kindpal/contract/account/schema';
import type { AccountRow } from './queries.ts';

/** Browsers look in at least this often, in ms, however long their cookie lasts. */
const BROWSER_CHECK_MS = 60 * 60 * 1000;

/** The account as its own member sees it. [U7] [U15] */
export function presentAccount(row: AccountRow): Account {
  const {
    session_id,
    session_created_at,
    session_expires_at,
    session_method,
    session_proved_at,
    ...account
  } = row;
  const { full_name, role } = account;
  const created_at = account.created_at.toISOString();
  const deletion_due_at = account.deletion_due_at?.toISOString() ?? null;
  return {
    ...account,
    created_at,
    deletion_due_at,
    user_metadata: { full_name, role },
    factors: [],
  };
}

/** A browser's session: its cookie is the token, so the body carries none. [U7] */
export function presentBrowserSession(row: AccountRow, now: Date): Session {
  const until = Math.min(row.session_expires_at.getTime(), now.getTime() + BROWSER_CHECK_MS);
  return {
    access_token: null,
    refresh_token: null,
    expires_at: Math.floor(until / 1000),
    user: presentAccount(row),
  };
}
