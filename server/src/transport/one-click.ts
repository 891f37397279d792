import { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import { problem } from './problem.ts';

const TOKEN_MAX = 300;

/**
 * Answers a mail program whose reader clicks unsubscribe (RFC 8058): the link is in the query,
 * and the body is irrelevant. A GET of the same address returns the page. [P6]
 */
export async function answerOneClick(
  c: Context,
  unsubscribe: (token: string) => Promise<void>,
): Promise<Response> {
  try {
    await unsubscribe((c.req.query('token') ?? '').slice(0, TOKEN_MAX));
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return problem(c, 410, error.code, error.message);
  }
  return c.text('You are unsubscribed.');
}
