import type { Env } from '../env.ts';

/** The policy for a response that is not a page: everything is forbidden. */
export const NO_PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy for the server's own pages: inline styles, no scripts. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const YEAR_SECONDS = 365 * 86_400;

const EVERYWHERE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': NO_PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The headers of every response, by name; pages replace the strict policy with their own, and what
 * may be cached says so itself: a cache may otherwise keep even a refusal. HSTS only when the
 * product's address is https.
 */
export function securityHeaders({ appUrl }: Pick<Env, 'appUrl'>): [name: string, value: string][] {
  const isSecure = appUrl.startsWith('https:');
  return Object.entries({
    ...EVERYWHERE,
    ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  });
}
