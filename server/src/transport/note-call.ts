import { ORPCError } from '@orpc/server';
import type { RequestContext } from '../access/context.ts';
import { eventOfRefusal, hashAccount, recordSecurityEvent } from '../access/security-log.ts';

type Call = { context: RequestContext; path: readonly string[]; input: unknown };

/** Records a refused call, if the security log keeps its kind. */
export async function noteRefusal(error: unknown, { context, path, input }: Call): Promise<void> {
  const event = eventOfRefusal(error);
  if (!event || !(error instanceof ORPCError)) return;
  const { limit } = (error.data ?? {}) as { limit?: string };
  const email = typed(input).email;
  const { services, credential, ip, requestId } = context;
  await recordSecurityEvent(services, {
    event,
    call: path.join('.'),
    code: error.code,
    ...(limit ? { limit } : {}),
    ...(typeof email === 'string' ? { account: hashAccount(services.secret, email) } : {}),
    member_id: credential ? services.limiter.memberOf(credential) : null,
    ip,
    request_id: requestId,
  });
}

function typed(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
}
