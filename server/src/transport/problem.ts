import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Env } from '../env.ts';
import { securityHeaders } from './security-headers.ts';

/** An error of the API: problem details with a stable code. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  /** Whether the contract declares this error for the call. */
  defined: boolean;
  data?: unknown;
  details?: unknown;
};

/** Formats a call's error as problem details; the specifications' codes are in `details`. */
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

/** A problem outside any call's contract. */
export function plainProblem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: code, status, detail, code, defined: false };
}

/** The seconds after which a refused call may be retried, for the Retry-After header. */
export function retryAfterOf(body: unknown): number {
  const { data } = body as { data?: { retry_after_seconds?: number } };
  return data?.retry_after_seconds ?? 1;
}

/** The id of the request that this response is for. */
export const requestIdOf = (response: ServerResponse): string =>
  String(response.getHeader('x-request-id'));

/** Sends a refusal on a raw response. */
export function sendRefusal(response: ServerResponse, error: ORPCError<string, unknown>): void {
  const body = problemOf(error);
  if (error.status === 429) response.setHeader('retry-after', String(retryAfterOf(body)));
  response.writeHead(error.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Sends a refusal from a page handler. */
export function refusalProblem(c: Context, error: ORPCError<string, unknown>): Response {
  const body = problemOf(error);
  if (error.status === 429) c.header('retry-after', String(retryAfterOf(body)));
  return c.json(body, error.status as ContentfulStatusCode);
}

/** Sends a problem from a page handler. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  detail: string,
): Response {
  return c.json(plainProblem(status, code, detail), status);
}

/** Sends a problem on a raw response. */
export function sendProblem(
  response: ServerResponse,
  [status, code, detail]: [status: number, code: string, detail: string],
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(plainProblem(status, code, detail)));
}

type Address = Pick<Env, 'appUrl'>;

/** A complete response as text, for a request that could not even be parsed. */
export function rawProblem(
  [status, code, detail]: [status: number, code: string, detail: string],
  env: Address,
): string {
  return rawAnswer(plainProblem(status, code, detail), securityHeaders(env));
}

/** A refusal as a complete response, for a connection that is not read. */
export function rawRefusal(error: ORPCError<string, unknown>, env: Address): string {
  const body = problemOf(error);
  const retry: [string, string][] =
    error.status === 429 ? [['retry-after', `${retryAfterOf(body)}`]] : [];
  return rawAnswer(body, [...securityHeaders(env), ...retry]);
}

function rawAnswer(answer: Problem, headers: [name: string, value: string][]): string {
  const body = JSON.stringify(answer);
  return [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
