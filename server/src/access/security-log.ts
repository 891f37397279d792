import { createHmac } from 'node:crypto';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { ORPCError } from '@orpc/server';
import type { Services } from '../services.ts';
import type { MemberContext } from './context.ts';

/** What was refused. */
export type Refused =
  | 'sign_in_failed'
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  | 'foreign_origin';

/** What is recorded: refusals, failed sign-ins, role changes. */
export type SecurityEvent = {
  event: Refused | 'role_changed';
  /** The name of the call in the contract, or else method and path; or `connection`. */
  call: string;
  /** The error code and, for too many attempts, the limit. */
  code?: string;
  limit?: string;
  /** Null for visitors, and for a session whose member was not looked up. */
  member_id: string | null;
  /** The member whose role changed, and their new role. */
  target_id?: string;
  role?: AppRole;
  /** A keyed hash of the typed address: the same for each attempt at one account. */
  account?: string;
  /** In plain text, so that it can be blocked. docs/operating.md says how long it is kept. */
  ip: string;
  request_id?: string;
};

type Needs = Pick<Services, 'log' | 'limiter'>;

/**
 * Writes one line of the security log about something that was refused. The lines of one network
 * are limited; the rate limits themselves apply regardless.
 */
export async function recordSecurityEvent(
  { log, limiter }: Needs,
  event: SecurityEvent & { event: Refused },
): Promise<void> {
  if (await limiter.hasRoom('security_log_by_ip', event.ip)) write(log, event);
}

/**
 * Writes that a role was changed, by whichever call. It is never limited: anybody in the network of
 * a super admin could otherwise hide it behind refusals of their own.
 */
export function recordRoleChange(
  { services, actor, ip, requestId }: MemberContext,
  changed: { call: string; target_id: string; role: AppRole },
): void {
  const by = { member_id: actor.id, ip, request_id: requestId };
  write(services.log, { event: 'role_changed', ...changed, ...by });
}

function write(log: Services['log'], event: SecurityEvent): void {
  const level = log.level === 'silent' ? 'silent' : 'info';
  log.child({ log: 'security' }, { level }).info(event, event.event);
}

const BY_STATUS: Record<number, Refused> = {
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limited',
};

/**
 * A wrong password or code, a used or guessed link, an invalid passkey, or a return from an outside
 * provider that signs nobody in.
 */
const FAILED_SIGN_INS = [
  'WRONG_CREDENTIALS',
  'WRONG_PASSWORD',
  'MFA_VERIFICATION_FAILED',
  'TOKEN_REFUSED',
  'PASSKEY_REFUSED',
  'WEBAUTHN_CHALLENGE_EXPIRED',
  'BAD_CODE_VERIFIER',
  'IDENTITY_NOT_LINKED',
];

/** How the security log classifies a refusal; null for ordinary ones. */
export function eventOfRefusal(error: unknown): Refused | null {
  if (!(error instanceof ORPCError)) return null;
  if (FAILED_SIGN_INS.includes(error.code)) return 'sign_in_failed';
  return eventOfStatus(error.status);
}

/** The same by the status of a response. */
export function eventOfStatus(status: number): Refused | null {
  return BY_STATUS[status] ?? null;
}

/** A hash of the typed account, to recognize repeated attempts without naming it. */
export function hashAccount(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`security log ${email.trim().toLowerCase()}`)
    .digest('base64url')
    .slice(0, 16);
}
