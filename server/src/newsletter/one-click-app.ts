import { ORPCError } from '@orpc/server';
import { Hono } from 'hono';
import type { Services } from '../services.ts';
import { problem } from '../transport/problem.ts';
import { unsubscribeByToken } from './unsubscribe-newsletter.ts';

const TOKEN_MAX = 200;

/**
 * The address that mail programs post to when their reader clicks unsubscribe (RFC 8058): the link
 * is in the query, and the body says nothing that matters. Reading the same address gives the page. [P6]
 */
export function oneClickApp(services: Services): Hono {
  const app = new Hono();
  app.post('/newsletter/unsubscribe', async (c) => {
    try {
      await unsubscribeByToken(services, (c.req.query('token') ?? '').slice(0, TOKEN_MAX));
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      return problem(c, 410, error.code, error.message);
    }
    return c.text('You are unsubscribed.');
  });
  return app;
}
