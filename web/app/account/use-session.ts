import type { Account } from '@kindpal/contract/account/schema';
import { createContext, use } from 'react';
import { useStore } from '~/lib/store.ts';
import { startSession } from './session-start.ts';
import { type SessionState, sessionStore } from './session-store.ts';

export type SessionUser = Account;

/** The first reader starts the session of this tab. */
function subscribe(listener: () => void): () => void {
  startSession();
  return sessionStore.subscribe(listener);
}

const session = { ...sessionStore, subscribe };

/** Who is signed in, anywhere in the product. Light: it loads the API client only when it needs to. */
export function useSession(): SessionState {
  return useStore(session);
}

/** The member that the page below a guard belongs to. */
export const SignedInMember = createContext<SessionUser | null>(null);

/** Who the page is for: its member, also while they sign in again over it; null for a visitor. */
export function useReader(): SessionUser | null {
  const member = use(SignedInMember);
  return useSession().user ?? member;
}

/** The signed-in member, below the signed-in guard; stays while somebody signs in again. [P1] */
export function useUser(): SessionUser {
  const user = use(SignedInMember);
  if (!user) throw new Error('useUser belongs below the signed-in guard');
  return user;
}
