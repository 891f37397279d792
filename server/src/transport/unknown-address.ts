import type { Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { LIVE_PATH } from '../live/stream.ts';
import type { Route } from './list-calls.ts';
import { problem } from './problem.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Below these every answer is JSON: a mistyped address must not answer with the page of the web app. */
export const API_ROOTS = ['/rest', '/auth', '/storage', '/realtime'];

/** Whether an address belongs to the API rather than to the pages. */
export function isApiAddress(path: string): boolean {
  return API_ROOTS.some((root) => path === root || path.startsWith(`${root}/`));
}

/**
 * Answers what no handler took: 405 with the methods that the address knows, or 404. Both are
 * problem details.
 */
export function refuseAddress(routes: Route[]): (c: Context) => Response {
  const known = new TrieRouter<true>();
  for (const { method, path } of routes) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    known.add(method, pattern, true);
    // A stream has no head of its own: it would have to stay open for it.
    if (method === 'GET' && path !== LIVE_PATH) known.add('HEAD', pattern, true);
  }
  return (c) => {
    const allowed = METHODS.filter((method) => known.match(method, c.req.path)[0].length > 0);
    if (allowed.length === 0) return problem(c, 404, 'NOT_FOUND', 'There is nothing here.');
    c.header('allow', allowed.join(', '));
    return problem(c, 405, 'METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} here.`);
  };
}
