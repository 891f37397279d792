import { ORPCError } from '@orpc/client';
import { counted, waitText } from '../counted.ts';
import type { ErrorCode } from './error-codes.ts';
import { isRefusedByProxy, isUnreachable } from './reachability.ts';

export const UNREACHABLE_TEXT =
  "We can't reach Kindpal right now. Check your connection; nothing you typed is lost.";
export const REFUSED_TEXT =
  'Something between this device and Kindpal refused this. Try again in a minute, or on another network; nothing you typed is lost.';
export const UNEXPECTED_TEXT = 'Something went wrong. Please try again.';

type Failure = ORPCError<string, unknown>;

/** An unexpected error of the server, which tells nothing but its reference. */
const MASKED = 'INTERNAL_SERVER_ERROR';

function tooManyRequests(error: Failure): string {
  const seconds = (error.data as { retry_after_seconds?: number } | undefined)?.retry_after_seconds;
  return seconds ? retryText(seconds) : 'Rate limit exceeded. Please wait a moment and try again.';
}

/** Says after how many seconds a call that was refused by a limit may be made again. */
export function retryText(seconds: number): string {
  const wait = seconds < 90 ? counted(seconds, 'second') : waitText(seconds);
  return `Rate limit exceeded. Please try again in ${wait}.`;
}

/** Errors that need more than the server's own text. */
const TEXTS: Partial<Record<ErrorCode, (error: Failure) => string>> = {
  TOO_MANY_REQUESTS: tooManyRequests,
};

/** The request id of a masked error, to quote to support. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ORPCError) || error.defined) return undefined;
  return (error.data as { request_id?: string } | undefined)?.request_id;
}

/**
 * The text for any failure. `unexpected` replaces the general text for unexpected errors where
 * the specification words it.
 */
export function errorText(error: unknown, unexpected = UNEXPECTED_TEXT): string {
  if (isRefusedByProxy(error)) return REFUSED_TEXT;
  if (isUnreachable(error)) return UNREACHABLE_TEXT;
  if (error instanceof ORPCError && error.code !== MASKED) {
    return TEXTS[error.code as ErrorCode]?.(error) ?? error.message;
  }
  const requestId = requestIdOf(error);
  return requestId ? `${unexpected} (Reference ${requestId})` : unexpected;
}

/** Whether a call failed with one of these declared errors. */
export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  if (!(error instanceof ORPCError && error.defined)) return false;
  return codes.some((code) => error.code === code);
}
