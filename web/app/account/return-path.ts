/** Where somebody goes after signing in when they came from nowhere in particular. */
export const HOME_PATH = '/dashboard';

/** What the guard leaves in the history for `/join`. */
export type JoinState = { from?: string };

/** A path of this site only: never another host, however it is spelled. [P1] */
export function safeReturnPath(state: unknown): string {
  const from = (state as JoinState | null)?.from;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return HOME_PATH;
  return from;
}
