import { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error as every part of the API writes it: problem details with a stable code. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  /** Whether the contract promises this error for the call. */
  defined: boolean;
  data?: unknown;
  details?: unknown;
};

/** Writes an error of a call as problem details; the specifications' codes stand in `details`. */
export function problemOf(error: ORPCError<string, unknown>): Problem {
  const data = error.data as { details?: unknown } | undefined;
  return {
    type: 'about:blank',
    title: error.code,
    status: error.status,
    detail: error.message,
    code: error.code,
    defined: error.defined,
    ...(data === undefined ? {} : { data }),
    ...(data?.details === undefined ? {} : { details: data.details }),
  };
}

/** The same from a plain handler. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  detail: string,
): Response {
  return c.json(problemOf(new ORPCError(code, { status, message: detail })), status);
}
