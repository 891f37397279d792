import { ORPCError } from '@orpc/server';
import type { RequestContext } from '../access/context.ts';
import {
  eventOfRefusal,
  hashAccount,
  recordSecurityEvent,
  type SecurityEvent,
} from '../access/security-log.ts';

type Call = { context: RequestContext; path: readonly string[]; input: unknown };

/** Calls that change an administrative role. */
const ROLE_CALLS = new Set(['staff.setUserRole', 'staff.createSuperAdmin']);

/** Records a refused call, if the security log keeps its kind. */
export async function noteRefusal(error: unknown, call: Call): Promise<void> {
  const event = eventOfRefusal(error);
  if (!event || !(error instanceof ORPCError)) return;
  const { limit } = (error.data ?? {}) as { limit?: string };
  const email = typed(call.input).email;
  const { services } = call.context;
  await record(call, {
    event,
    code: error.code,
    ...(limit ? { limit } : {}),
    ...(typeof email === 'string' ? { account: hashAccount(services.secret, email) } : {}),
  });
}

/** Whether a call's success is recorded as well. */
export function isNoted({ path }: Pick<Call, 'path'>): boolean {
  return ROLE_CALLS.has(path.join('.'));
}

/** Records a successful role change. */
export async function noteSuccess(call: Call): Promise<void> {
  const { user_id, role = 'super_admin' } = typed(call.input);
  await record(call, {
    event: 'role_changed',
    target_id: String(user_id),
    role: String(role),
  });
}

async function record(
  { context, path }: Call,
  event: Pick<SecurityEvent, 'event'> & Partial<SecurityEvent>,
): Promise<void> {
  const { services, credential, ip, requestId } = context;
  await recordSecurityEvent(services, {
    ...event,
    call: path.join('.'),
    member_id: credential ? services.limiter.memberOf(credential) : null,
    ip,
    request_id: requestId,
  });
}

function typed(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
}
