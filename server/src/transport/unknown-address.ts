import type { Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { LIVE_PATH } from '../live/stream.ts';
import type { Route } from './list-calls.ts';
import { problem } from './problem.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Below these, every response is JSON: a mistyped address must not return the web app's page. */
export const API_ROOTS = ['/rest', '/auth', '/storage', '/realtime'];

/**
 * Answers what no handler took: 405 with the methods of the address, or 404. Both are problem
 * details.
 */
export function refuseAddress(routes: Route[]): (c: Context) => Response {
  const known = new TrieRouter<true>();
  for (const { method, path } of routes) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    known.add(method, pattern, true);
    // A stream does not support HEAD, which would have to stay open.
    if (method === 'GET' && path !== LIVE_PATH) known.add('HEAD', pattern, true);
  }
  return (c) => {
    // As it was sent: `c.req.path` is decoded, and calls do not match escaped letters.
    const { pathname } = new URL(c.req.url);
    const allowed = METHODS.filter((method) => known.match(method, pathname)[0].length > 0);
    if (allowed.length === 0) return problem(c, 404, 'NOT_FOUND', 'There is nothing here.');
    c.header('allow', allowed.join(', '));
    return problem(c, 405, 'METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} here.`);
  };
}
