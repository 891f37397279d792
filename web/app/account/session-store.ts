import type { Account, Session } from '@kindpal/contract/account/schema';
import { takePageSession } from './page-session.ts';
import { emitSessionEvent } from './session-events.ts';

/**
 * What a tab knows of its session. `isExpected`: a cookie says that one will come; `isUnreachable`:
 * nobody answers at the moment; `isOwnChoice`: this tab signed out itself; `hasEnded`: there was a
 * session, which ended without this tab.
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

let state: SessionState = LOADING;
const sent = takePageSession();
if (sent) state = toState(sent);
/** Counts the news; a slower answer that was asked for before them is dropped. */
let revision = 0;
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  revision += 1;
  state = next;
  for (const listener of listeners) listener();
}

function toState(session: Session | null): SessionState {
  if (!session) return SIGNED_OUT;
  return { status: 'signed-in', user: session.user, expiresAt: session.expires_at };
}

/** What is known now; the prerendered pages and the first render know nothing yet. */
export function readSession(): SessionState {
  return state;
}

export function readSessionBeforeHydration(): SessionState {
  return LOADING;
}

/** Calls back after each change; returns how to stop. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins with what came with the page, or else the cookie says: a session is expected, or there is none. */
export function expectSession(isExpected: boolean): void {
  if (state.status === 'loading') change(isExpected ? { ...LOADING, isExpected } : SIGNED_OUT);
  if (state.status !== 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Takes the news of another tab that its member signed out. */
export function followSignOut(): void {
  change(state.status === 'signed-in' ? ENDED : SIGNED_OUT);
}

/** Takes a session that a call answered: sign-up, sign-in, reset. [U7] */
export function acceptSession(session: Session): void {
  change(toState(session));
  emitSessionEvent('SIGNED_IN');
}

let isLeaving = false;

/** Notes that this tab is about to sign out itself: the news of it may come before the answer. [U6] */
export function announceLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

/** Forgets the session of this tab and tells the others. [U6] */
export function dropSession({ isOwnChoice }: { isOwnChoice: boolean }): void {
  if (state.status === 'signed-out') return;
  const isChosen = isOwnChoice || isLeaving;
  change({ ...SIGNED_OUT, isOwnChoice: isChosen, hasEnded: !isChosen });
  emitSessionEvent('SIGNED_OUT');
}

/** Notes a later end of the session, after a refresh in this tab. */
export function prolongSession(session: Session): void {
  change(toState(session));
  emitSessionEvent('TOKEN_REFRESHED');
}

/** Takes what a call answered of the signed-in member. */
export function acceptUser(user: Account): void {
  if (state.status !== 'signed-in') return;
  change({ ...state, user });
  emitSessionEvent('USER_UPDATED');
}

/** Asks the server who is signed in. Rejects when it cannot be asked; the state stays then. */
export async function reloadSession(): Promise<void> {
  const asked = revision;
  const { client } = await import('~/lib/client.ts');
  const { session } = await client.account.getSession();
  if (asked !== revision) return;
  const was = state.status;
  if (session === null && was === 'signed-in') return dropSession({ isOwnChoice: false });
  // A cookie promised a session: it ended while this page was closed.
  const wasExpected = state.status === 'loading' && state.isExpected;
  change(session === null && wasExpected ? ENDED : toState(session));
  if (was === 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Asks again after something changed what the session says of its member, such as a role switch. */
export async function reloadUser(): Promise<void> {
  await reloadSession();
  if (state.status === 'signed-in') emitSessionEvent('USER_UPDATED');
}

/** Says that the server cannot be reached while the session is still unknown. */
export function noteUnreachable(): void {
  if (state.status === 'loading') change({ ...state, isUnreachable: true });
}
