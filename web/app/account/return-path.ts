/** The page after signing in, if no other page was requested before. */
export const HOME_PATH = '/dashboard';

/** History state that the session guard passes to `/join`. */
export type JoinState = { from?: string };

/** The requested path if it is on this site; never another host, however it is written. [P1] */
export function safeReturnPath(state: unknown): string {
  const from = (state as JoinState | null)?.from;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return HOME_PATH;
  return from;
}
