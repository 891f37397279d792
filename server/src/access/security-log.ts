import { createHmac } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { Services } from '../services.ts';

/** What is recorded: who was refused what, who failed to sign in, whose role changed. */
export type SecurityEvent = {
  event:
    | 'sign_in_failed'
    | 'unauthorized'
    | 'forbidden'
    | 'rate_limited'
    | 'foreign_origin'
    | 'role_changed';
  /** The call by its name in the contract, or method and path of what is none. */
  call: string;
  /** The refusal's code, and of too many attempts the limit. */
  code?: string;
  limit?: string;
  /** Null for visitors, and for a session whose member was not found out. */
  member_id: string | null;
  /** The member that it was about, and what they are now. */
  target_id?: string;
  role?: string;
  /** A keyed hash of the address that was typed: the same for each attempt at one account. */
  account?: string;
  /** In clear: an address is there to be blocked. docs/operating.md says how long it is kept. */
  ip: string;
  request_id?: string;
};

type Needs = Pick<Services, 'log' | 'limiter'>;

/**
 * Writes one line of the security log. One network fills it with so many lines and no more; beyond
 * them the limits themselves still hold.
 */
export async function recordSecurityEvent(
  { log, limiter }: Needs,
  event: SecurityEvent,
): Promise<void> {
  if (!(await limiter.hasRoom('security_log_by_ip', event.ip))) return;
  const level = log.level === 'silent' ? 'silent' : 'info';
  log.child({ log: 'security' }, { level }).info(event, event.event);
}

const BY_STATUS: Record<number, SecurityEvent['event']> = {
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limited',
};

/** A wrong password, a wrong code, a used or guessed link, or a passkey that proves nothing. */
const FAILED_SIGN_INS = [
  'WRONG_CREDENTIALS',
  'WRONG_PASSWORD',
  'MFA_VERIFICATION_FAILED',
  'TOKEN_REFUSED',
  'PASSKEY_REFUSED',
  'WEBAUTHN_CHALLENGE_EXPIRED',
];

/** What a refusal is to the security log; null for one that is everyday. */
export function eventOfRefusal(error: unknown): SecurityEvent['event'] | null {
  if (!(error instanceof ORPCError)) return null;
  if (FAILED_SIGN_INS.includes(error.code)) return 'sign_in_failed';
  return eventOfStatus(error.status);
}

/** The same by the status of an answer. */
export function eventOfStatus(status: number): SecurityEvent['event'] | null {
  return BY_STATUS[status] ?? null;
}

/** The account that was typed, so that attempts at one can be told apart without naming it. */
export function hashAccount(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`security log ${email.trim().toLowerCase()}`)
    .digest('base64url')
    .slice(0, 16);
}
