import type { Session } from '@kindpal/contract/account/schema';
import { hasSessionHint } from './session-hint.ts';

/**
 * The session that the server sent with this page, read once; null where it sent none, or where its
 * member signed out since, in another tab. [U7]
 */
export function takePageSession(): Session | null {
  const data = typeof document === 'undefined' ? null : document.getElementById('session');
  if (!data?.textContent) return null;
  data.remove();
  return hasSessionHint() ? (JSON.parse(data.textContent) as Session) : null;
}
