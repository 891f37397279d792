import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { ORPCError } from '@orpc/client';
import { client } from '~/lib/calls/client.ts';
import { isRetryable, retryDelay } from '~/lib/calls/reachability.ts';
import { onUnauthorized } from '~/lib/calls/unauthorized.ts';
import { onChange, onViewer } from '~/lib/live/live.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { clearOnViewerChange } from './session-data.ts';
import {
  dropSession,
  extendSession,
  noteUnreachable,
  readSession,
  reloadSession,
  sessionStore,
} from './session-store.ts';

/**
 * How often the expiry of the session is checked, and how long before it the session is renewed.
 * [U7]
 */
const CHECK_EVERY_MS = 30_000;
const REFRESH_MARGIN_MS = 90_000;
const REFRESH_LOCK = 'kindpal-session-refresh';

/**
 * Whether a session that ends at `expiresAt` (Unix seconds) must be renewed at `now` (epoch ms).
 * [U7]
 */
function isRefreshDue(expiresAt: number, now: number): boolean {
  return expiresAt * 1000 - now < REFRESH_MARGIN_MS;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Only the server ends a session: no answer of a proxy does, and no limit of calls. */
const isRefusal = (error: unknown) =>
  error instanceof ORPCError && error.defined && error.status !== 429 && !isRetryable(error);

async function loadWithRetries(): Promise<void> {
  for (let attempt = 0; readSession().status === 'loading'; attempt += 1) {
    try {
      await reloadSession();
    } catch (error) {
      if (isRefusal(error)) return dropSession({ isOwnChoice: false });
      noteUnreachable();
      await wait(retryDelay(attempt));
    }
  }
}

/** Retries with growing delays; an error that no retry can change ends the session. [U7] */
async function refreshWithRetries(): Promise<void> {
  for (let attempt = 0; isDue(); attempt += 1) {
    try {
      return extendSession(await client.account.token({ grant_type: 'refresh_token' }));
    } catch (error) {
      if (isRefusal(error)) return dropSession({ isOwnChoice: false });
      await wait(retryDelay(attempt));
    }
  }
}

function isDue(): boolean {
  const session = readSession();
  return session.status === 'signed-in' && isRefreshDue(session.expiresAt, Date.now());
}

/** One tab refreshes at a time; the others get its result and have nothing left to do. */
async function checkExpiry(): Promise<void> {
  if (!isDue()) return;
  if (!('locks' in navigator)) return refreshWithRetries();
  await navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await refreshWithRetries();
  });
}

function askAgain(): void {
  if (readSession().status === 'signed-in') void reloadSession().catch(() => {});
}

/** A change of the member or of one of their sessions may have ended this session. */
function onChangeEvent({ table, id }: ChangeEvent): void {
  if (table === 'sessions' || (table === 'users' && id === readSession().user?.id)) askAgain();
}

/** A stream for another viewer means that the session ended without an event. */
function onStreamViewer(memberId: string | null): void {
  if (memberId !== readSession().user?.id) askAgain();
}

/** What pages need offline is fetched this long after a member's page is shown, never before. */
const IDLE_MS = 3_000;
let isOfflinePrepared = false;

function prepareOffline(): void {
  if (isOfflinePrepared || readSession().status !== 'signed-in') return;
  isOfflinePrepared = true;
  setTimeout(() => void startOffline(), IDLE_MS);
}

async function startOffline(): Promise<void> {
  const { startWorker } = await loadCode(() => import('~/worker/start-worker.ts'));
  const hasWorker = await startWorker();
  const { startDay } = await loadCode(() => import('~/my-day/start-day.ts'));
  startDay({ hasWorker });
}

/**
 * Loads the session, renews it before it expires, and reloads it after a 401 response; called once.
 * [U7]
 */
export function keepSession(): void {
  onUnauthorized(askAgain);
  onChange(onChangeEvent);
  onViewer(onStreamViewer);
  sessionStore.subscribe(clearOnViewerChange);
  clearOnViewerChange();
  sessionStore.subscribe(prepareOffline);
  prepareOffline();
  setInterval(() => void checkExpiry(), CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkExpiry();
  });
  void loadWithRetries().then(checkExpiry);
}
