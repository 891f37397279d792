import { findHolder } from '../../access/actor.ts';
import type { RequestContext } from '../../access/context.ts';
import { readCredential } from '../../access/credential.ts';
import { clearCookies, hasHint } from '../client.ts';
import { endSession } from './end-sessions.ts';

/**
 * Ends the session of a page that has signed out without reaching the server, at the next request
 * from this browser's pages, and removes its cookies; true if it did. Such a page has no readable
 * cookie; API clients and other sites never have one. A session that waits for a second factor has
 * none either: it stays for the tab that asks for the factor. [U6]
 */
export async function endLeftBehind(arrived: Omit<RequestContext, 'credential'>): Promise<boolean> {
  const { services, request } = arrived;
  const { cookie, 'sec-fetch-site': site } = request.headers;
  if (site !== 'same-origin' || !cookie || hasHint(cookie)) return false;
  const credential = await readCredential(request, services);
  if (credential?.by !== 'token') return false;
  const holder = await findHolder(services.db, credential);
  if (!holder || holder.awaits_factor) return false;
  const own = { userId: holder.id, sessionId: holder.session_id };
  await services.db.drizzle.transaction((tx) => endSession(tx, own));
  clearCookies({ ...arrived, credential });
  return true;
}
