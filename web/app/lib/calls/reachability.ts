import { ORPCError } from '@orpc/client';

/** The code of an error that the server did not send: no call declares it. */
export const NO_ANSWER = 'NO_ANSWER';

/** Why a call failed: oRPC wraps what happens while it reads an answer. */
export function reasonOf(error: unknown): unknown {
  if (error instanceof ORPCError || error instanceof TypeError) return error;
  return (error as Error | null)?.cause ?? error;
}

/**
 * Whether there was no response of the server: no network, an error or a success of a proxy, or a
 * success that ends early.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ORPCError) return error.code === NO_ANSWER;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError || error instanceof SyntaxError;
}

/** Whether a proxy refused a request in the place of the server, as a firewall does. */
export function isRefusedByProxy(error: unknown): boolean {
  return error instanceof ORPCError && error.code === NO_ANSWER && error.status < 500;
}

/** Whether a retry could help: no response, or a server error. */
export function isRetryable(error: unknown): boolean {
  if (isUnreachable(error)) return true;
  return error instanceof ORPCError && error.status >= 500;
}

/** Exponential backoff, at most 30 s; `attempt` counts from 0. [P12] */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000);
}
