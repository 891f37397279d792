import type { Account, Session } from '@kindpal/contract/account/schema';
import { createStore } from '~/lib/store.ts';
import { emitSessionEvent } from './session-events.ts';
import { hasSessionHint } from './session-hint.ts';

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

const store = createStore<SessionState>(LOADING);
/** What is known now; the prerendered pages and the first render know nothing yet. */
export const sessionStore: Omit<typeof store, 'change'> = store;
const sent = takePageSession();
if (sent) store.change(toState(sent));
/** Counts the news; a slower answer that was asked for before them is dropped. */
let revision = 0;

function change(next: SessionState): void {
  revision += 1;
  store.change(next);
}

function toState(session: Session | null): SessionState {
  if (!session) return SIGNED_OUT;
  return { status: 'signed-in', user: session.user, expiresAt: session.expires_at };
}

export function readSession(): SessionState {
  return store.read();
}

/** Begins with what came with the page; else a session is expected, or there is none. */
export function expectSession(isExpected: boolean): void {
  if (readSession().status === 'loading')
    change(isExpected ? { ...LOADING, isExpected } : SIGNED_OUT);
  if (readSession().status !== 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Takes the news of another tab that its member signed out. */
export function followSignOut(): void {
  change(readSession().status === 'signed-in' ? ENDED : SIGNED_OUT);
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
  if (readSession().status === 'signed-out') return;
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
  const session = readSession();
  if (session.status !== 'signed-in') return;
  change({ ...session, user });
  emitSessionEvent('USER_UPDATED');
}

/** Asks the server who is signed in. Rejects when it cannot be asked; the state stays then. */
export async function reloadSession(): Promise<void> {
  const asked = revision;
  const { client } = await import('~/lib/client.ts');
  const { session } = await client.account.getSession();
  if (asked !== revision) return;
  const was = readSession();
  if (session === null && was.status === 'signed-in') return dropSession({ isOwnChoice: false });
  // A cookie promised a session: it ended while this page was closed.
  const wasExpected = was.status === 'loading' && was.isExpected;
  change(session === null && wasExpected ? ENDED : toState(session));
  if (was.status === 'loading') emitSessionEvent('INITIAL_SESSION');
}

/** Asks again after something changed what the session says of its member, such as a role switch. */
export async function reloadUser(): Promise<void> {
  await reloadSession();
  if (readSession().status === 'signed-in') emitSessionEvent('USER_UPDATED');
}

/** Says that the server cannot be reached while the session is still unknown. */
export function noteUnreachable(): void {
  const session = readSession();
  if (session.status === 'loading') change({ ...session, isUnreachable: true });
}

/**
 * The session that the server sent with this page, read once; null where it sent none, or where its
 * member signed out since, in another tab. [U7]
 */
function takePageSession(): Session | null {
  const data = typeof document === 'undefined' ? null : document.getElementById('session');
  if (!data?.textContent) return null;
  data.remove();
  return hasSessionHint() ? (JSON.parse(data.textContent) as Session) : null;
}
