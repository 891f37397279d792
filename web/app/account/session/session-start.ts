import { loadCode } from '~/lib/loading/load-code.ts';
import { onSessionEvent } from './session-events.ts';
import { hasSessionHint } from './session-hint.ts';
import {
  expectSession,
  followSignOut,
  readSession,
  reloadSession,
  sessionStore,
} from './session-store.ts';

let isStarted = false;

/** Starts the session of this tab, once: loads it and follows changes in other tabs. [U7] */
export function startSession(): void {
  if (isStarted) return;
  isStarted = true;
  onSessionEvent(({ type, from }) => {
    if (from === 'here') return;
    if (type === 'SIGNED_OUT') followSignOut();
    else if (type !== 'PASSWORD_RECOVERY') void reloadSession().catch(() => {});
  });
  sessionStore.subscribe(() => {
    if (readSession().status === 'signed-in') keep();
  });
  const isExpected = hasSessionHint();
  expectSession(isExpected);
  if (isExpected || hasLeftovers()) keep();
}

/**
 * Whether this tab stores drafts of a member whose session ended elsewhere or while it was closed.
 */
function hasLeftovers(): boolean {
  try {
    return sessionStorage.getItem('kindpal.owner') !== null;
  } catch {
    return false;
  }
}

let isKept = false;

/**
 * Loads the code that renews a session and separates the data of members; visitors do not need it.
 */
function keep(): void {
  if (isKept) return;
  isKept = true;
  void loadCode(() => import('./session-upkeep.ts')).then(({ keepSession }) => keepSession());
}
