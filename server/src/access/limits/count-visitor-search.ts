import type { RequestContext } from '../context.ts';

/**
 * Counts a visitor's search. One with the credential of a session that has ended was counted for
 * its member so far. [J1] [R8]
 */
export async function countVisitorSearch({
  services: { limiter },
  credential,
  ip,
}: RequestContext): Promise<void> {
  if (credential) limiter.forget(credential);
  await limiter.consume('search_by_ip', ip);
}
