import { passwordProblems, RESET_PASSWORD_MIN } from '@kindpal/contract/text/rules';
import { refusal } from '../wire/refusal.ts';
import type { AccountRow } from './queries.ts';

/*
 * Anybody may sign in, ask for a reset link and redeem a mailed token; joining needs an invite.
 * A member changes only their own account. A new password needs the current one, or a link mailed
 * to them. A new address needs the current password or a sign-in of the last day, and counts once
 * its mailbox has confirmed. A suspended member can do none of this.
 */

/** How recent a sign-in must be to change the address without the password, in ms. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** Whether a session was begun recently enough to stand for the password. [U8] */
export function isFresh(account: AccountRow, now: Date): boolean {
  return now.getTime() - account.session_created_at.getTime() < FRESH_MS;
}

/** Throws INVALID_INPUT with every rule that a new password breaks, beside its field. [U2] [U5] */
export function requireGoodPassword(password: string): void {
  const messages =
    password.length < RESET_PASSWORD_MIN
      ? [`Password must be at least ${RESET_PASSWORD_MIN} characters long.`]
      : passwordProblems(password);
  if (messages.length === 0) return;
  throw refusal('INVALID_INPUT', {
    fields: messages.map((message) => ({ path: 'password', message })),
  });
}
