import { ORPCError } from '@orpc/client';

const GATEWAY_STATUSES = new Set([502, 503, 504]);

/** Why a call failed: oRPC wraps what happens while it reads an answer. */
export function reasonOf(error: unknown): unknown {
  if (error instanceof ORPCError || error instanceof TypeError) return error;
  return (error as Error | null)?.cause ?? error;
}

/**
 * Whether there was no response: no network, no server, a gateway error, or a success that ends
 * early or is not the server's.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ORPCError) return !error.defined && GATEWAY_STATUSES.has(error.status);
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError || error instanceof SyntaxError;
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
