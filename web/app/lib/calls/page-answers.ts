import { onSessionEvent } from '~/account/session/session-events.ts';
import { hasSessionHint } from '~/account/session/session-hint.ts';

/**
 * Answers are used for the page's first requests within this time, in ms; later requests go to
 * the server.
 */
const FRESH_MS = 10_000;

let answers: Record<string, unknown> | null = read();
// They belong to the member that the page was made for.
onSessionEvent(({ type }) => {
  if (type !== 'INITIAL_SESSION') answers = null;
});

/**
 * An answer that the server included in this page; each is used once, and only while it is fresh.
 */
export function takeAnswer({ method, url }: Pick<Request, 'method' | 'url'>): Response | null {
  if (!answers || method !== 'GET') return null;
  if (performance.now() > FRESH_MS) answers = null;
  const { pathname, search } = new URL(url);
  const answer = answers?.[pathname + search];
  if (!answers || answer === undefined) return null;
  delete answers[pathname + search];
  return Response.json(answer);
}

function read(): Record<string, unknown> | null {
  const data = typeof document === 'undefined' ? null : document.getElementById('answers');
  if (!data?.textContent || !hasSessionHint()) return null;
  data.remove();
  return JSON.parse(data.textContent) as Record<string, unknown>;
}
