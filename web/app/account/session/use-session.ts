import type { Account } from '@kindpal/contract/account/schema';
import { createContext, use } from 'react';
import { useStore } from '~/lib/store.ts';
import { startSession } from './session-start.ts';
import { type SessionState, sessionStore } from './session-store.ts';

export type SessionUser = Account;

/** The first subscriber starts the session of this tab. */
function subscribe(listener: () => void): () => void {
  startSession();
  return sessionStore.subscribe(listener);
}

const session = { ...sessionStore, subscribe };

/** The session, usable on every page: it loads the API client only when needed. */
export function useSession(): SessionState {
  return useStore(session);
}

/** The member of the pages below a session guard. */
export const SignedInMember = createContext<SessionUser | null>(null);

/**
 * The viewer of the page: its member, even while they sign in again over it; null for a visitor.
 */
export function useViewer(): SessionUser | null {
  const member = use(SignedInMember);
  return useSession().user ?? member;
}

/** The signed-in member, below the session guard; it stays while the member signs in again. [P1] */
export function useUser(): SessionUser {
  const user = use(SignedInMember);
  if (!user) throw new Error('useUser belongs below the signed-in guard');
  return user;
}
