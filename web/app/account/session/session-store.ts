import type { Account, Session } from '@kindpal/contract/account/schema';
import { setViewerId } from '~/lib/calls/viewer-id.ts';
import { createStore } from '~/lib/store.ts';
import { emitSessionEvent } from './session-events.ts';
import { hasSessionHint } from './session-hint.ts';

/**
 * The session as this tab has it. `isExpected`: a cookie says that there is one; `isUnreachable`:
 * the server does not answer at the moment; `isOwnChoice`: signed out in this tab; `hasEnded`:
 * there was a session, which ended elsewhere.
 */
export type SessionState =
  | { status: 'loading'; user: null; isExpected: boolean; isUnreachable: boolean }
  | { status: 'signed-out'; user: null; isOwnChoice: boolean; hasEnded: boolean }
  | { status: 'signed-in'; user: Account; expiresAt: number };

const LOADING = { status: 'loading', user: null, isExpected: false, isUnreachable: false } as const;
const SIGNED_OUT = {
  status: 'signed-out',
  user: null,
  isOwnChoice: false,
  hasEnded: false,
} as const;
const ENDED = { ...SIGNED_OUT, hasEnded: true } as const;
const LEFT = { ...SIGNED_OUT, isOwnChoice: true } as const;

const store = createStore<SessionState>(LOADING);
/** The current state, read-only; `loading` on prerendered pages and at the first render. */
export const sessionStore: Omit<typeof store, 'change'> = store;
store.subscribe(() => setViewerId(store.read().user?.id ?? null));
const sent = takePageSession();
if (sent) store.change(toState(sent));
/** Incremented with each change, so that a slower response requested before it is dropped. */
let revision = 0;

function change(next: SessionState): void {
  revision += 1;
  store.change(next);
}

/** Throws for what is no session: only the server says that there is none. */
function toState(session: Session | null): SessionState {
  if (session === null) return SIGNED_OUT;
  const { user, expires_at } = session;
  if (!user) throw new TypeError('The answer is no session');
  return { status: 'signed-in', user, expiresAt: expires_at };
}

export function readSession(): SessionState {
  return store.read();
}

/** Starts with the session sent with the page; otherwise one is expected, or there is none. */
export function expectSession(isExpected: boolean): void {
  if (readSession().status === 'loading')
    change(isExpected ? { ...LOADING, isExpected } : SIGNED_OUT);
  if (readSession().status !== 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Stores a session that a call returned: sign-up, sign-in, reset. [U7] */
export function acceptSession(session: Session): void {
  change(toState(session));
  emitSessionEvent('SIGNED_IN');
}

let isSigningOut = false;

/** Marks that this tab is signing out: the event about it may arrive before the response. [U6] */
export function markSigningOut(signingOut: boolean): void {
  isSigningOut = signingOut;
}

/** Applies a sign-out in another tab, which may report that this one's session is gone. [U6] */
export function followSignOut(): void {
  const { status } = readSession();
  if (status === 'signed-out') return;
  if (status === 'loading') change(SIGNED_OUT);
  else change(isSigningOut ? LEFT : ENDED);
}

/** Removes the session of this tab and notifies the other tabs. [U6] */
export function dropSession({ isOwnChoice }: { isOwnChoice: boolean }): void {
  if (readSession().status === 'signed-out') return;
  change(isOwnChoice || isSigningOut ? LEFT : ENDED);
  emitSessionEvent('SIGNED_OUT');
}

/** Stores the later expiry of the session after a refresh in this tab. */
export function extendSession(session: Session): void {
  change(toState(session));
  emitSessionEvent('TOKEN_REFRESHED');
}

/** Stores the signed-in member that a call returned. */
export function acceptUser(user: Account): void {
  const session = readSession();
  if (session.status !== 'signed-in') return;
  change({ ...session, user });
  emitSessionEvent('USER_UPDATED');
}

/** Loads the session from the server. Rejects if it is unreachable; the state stays as it was. */
export async function reloadSession(): Promise<void> {
  const asked = revision;
  const { client } = await import('~/lib/calls/client.ts');
  const { session } = await client.account.getSession();
  if (asked !== revision) return;
  const was = readSession();
  if (session === null && was.status === 'signed-in') return dropSession({ isOwnChoice: false });
  // There was a session cookie: the session ended while this page was closed.
  const wasExpected = was.status === 'loading' && was.isExpected;
  change(session === null && wasExpected ? ENDED : toState(session));
  if (was.status === 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Reloads the member of the session after a change such as a role switch. */
export async function reloadUser(): Promise<void> {
  await reloadSession();
  if (readSession().status === 'signed-in') emitSessionEvent('USER_UPDATED');
}

/** Marks the server as unreachable while the session is still loading. */
export function noteUnreachable(): void {
  const session = readSession();
  if (session.status === 'loading') change({ ...session, isUnreachable: true });
}

/**
 * The session that the server sent with this page, read once. Null if it sent none, or if the
 * member has signed out in another tab since. [U7]
 */
function takePageSession(): Session | null {
  const data = typeof document === 'undefined' ? null : document.getElementById('session');
  if (!data?.textContent) return null;
  data.remove();
  return hasSessionHint() ? (JSON.parse(data.textContent) as Session) : null;
}
