/** The page after signing in, if no other page was requested before. */
export const HOME_PATH = '/dashboard';

/** History state that the session guard passes to `/join`. */
export type JoinState = { from?: string };

/** A host that no address names, to find out whether a path stays on its site. */
const HERE = 'https://here.invalid';

/**
 * The requested path if it is on this site; never another host, however it is written: browsers
 * remove tabs and line breaks, so that `/<tab>/evil.example` is one. [P1]
 */
export function safeReturnPath(state: unknown): string {
  const from = (state as JoinState | null)?.from;
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, HERE)) {
    return HOME_PATH;
  }
  const { origin, pathname, search, hash } = new URL(from, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : HOME_PATH;
}
