import { findHolder } from '../../access/actor.ts';
import type { RequestContext } from '../../access/context.ts';
import { readCredential } from '../../access/credential.ts';
import { isRead } from '../../access/expected-member.ts';
import { clearCookies, hasHint } from '../client.ts';
import { endSession } from './end-sessions.ts';

/** Answers that anybody may store: they are the same for everybody, and remove no cookies. */
const STORED =
  /^\/(?:(?:assets|storage\/v1\/object|rest\/v1\/docs|\.well-known)\/|[^/?]+\.\w+(?:\?|$))/;

/**
 * Ends the session of a page that has signed out without reaching the server, at the next request
 * from this browser's pages or for a page, and removes its cookies; true if it did. Such a page has
 * no readable cookie; API clients and requests of other sites never have one. A session that waits
 * for a second factor has none either: it stays for the tab that asks for the factor. [U6]
 */
export async function endLeftBehind(arrived: Omit<RequestContext, 'credential'>): Promise<boolean> {
  const { services, request } = arrived;
  const { cookie } = request.headers;
  if (!cookie || hasHint(cookie) || !isFromOwnPage(arrived)) return false;
  if (isRead(request) && STORED.test(request.url ?? '/')) return false;
  const credential = await readCredential(request, services);
  if (credential?.by !== 'token') return false;
  const holder = await findHolder(services.db, credential);
  if (!holder || holder.awaits_factor) return false;
  const own = { userId: holder.id, sessionId: holder.session_id };
  await services.db.drizzle.transaction((tx) => endSession(tx, own));
  clearCookies({ ...arrived, credential });
  return true;
}

/**
 * Or an address that was typed, or opened from a bookmark or by a link on another site. Browsers
 * without Fetch Metadata, and all at addresses without TLS, name the page instead. Where a policy
 * or an extension removes that too, they still say that they load a page. Another site can make
 * them do so, but cannot remove the readable cookie.
 */
function isFromOwnPage({ services, request: { headers } }: Omit<RequestContext, 'credential'>) {
  const site = headers['sec-fetch-site'];
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined) return site === 'same-origin' || site === 'none' || isNavigation;
  const page = headers.origin ?? headers.referer;
  if (page === undefined) return headers.accept?.includes('text/html') ?? false;
  return URL.canParse(page) && new URL(page).origin === services.env.appUrl;
}
