import type { IncomingMessage } from 'node:http';
import type { Env } from '../env.ts';

/**
 * Whether a state-changing request may use the session cookie: it comes from a page of this
 * origin, or not from a browser (browsers send at least one of these headers with every such
 * request).
 */
export function isSameOrigin(request: IncomingMessage, { appUrl }: Pick<Env, 'appUrl'>): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  const { origin, host } = request.headers;
  if (origin === undefined) return site === undefined;
  if (origin === appUrl) return true;
  return site === undefined && URL.canParse(origin) && new URL(origin).host === host;
}
