import type { IncomingMessage } from 'node:http';

/**
 * Whether a state-changing request may use the session cookie: it comes from a page of this origin,
 * or from no browser at all (a browser sends one of both headers with every such request).
 */
export function isSameOrigin(request: IncomingMessage, appUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  const { origin, host } = request.headers;
  if (origin === undefined) return site === undefined;
  if (origin === appUrl) return true;
  return site === undefined && URL.canParse(origin) && new URL(origin).host === host;
}
