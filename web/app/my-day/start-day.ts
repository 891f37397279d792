import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { onSessionEvent } from '~/account/session/session-events.ts';
import { readSession } from '~/account/session/session-store.ts';
import { retryDelay } from '~/lib/calls/reachability.ts';
import { onSignal, onViewer } from '~/lib/live/live.ts';
import { notify } from '~/notify/notify.ts';
import { MY_DAY_PATH } from '~/worker/answer-page.ts';
import { findDayDatabase } from './day-database.ts';
import { dayStore } from './day-store.ts';
import { queueStore } from './queue-store.ts';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';
import { unsentText } from './unsent-text.ts';

/** Changes within this time cause one request, in ms. */
const TOGETHER_MS = 1_000;
/** Changes of a job, its claim or a person may affect what the viewer can see. */
const TABLES: readonly ChangeEvent['table'][] = ['jobs', 'job_claims', 'users'];

/**
 * Sends offline actions, and keeps the stored day up to date, while any page of the member is open.
 * Without a worker no day opens offline, so that of a member who has not opened My Day is not
 * stored.
 */
export function startDay({ hasWorker }: { hasWorker: boolean }): void {
  const refresh = async () => {
    // A worker that was slow to start, or of another tab, may control the page by now.
    const opensOffline = hasWorker || Boolean(navigator.serviceWorker?.controller);
    if (opensOffline || (await isDayUsed())) await refreshDay();
  };
  const catchUp = () => void sendWaiting().then(refresh);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onSignal((signal) => {
    if (signal.kind === 'reader') return;
    if (signal.kind === 'change' && !TABLES.includes(signal.event.table)) return;
    clearTimeout(timer);
    // After a restart of the server many browsers miss changes at the same moment.
    const spread = signal.kind === 'reset' ? Math.random() * TOGETHER_MS : 0;
    timer = setTimeout(() => void refresh(), TOGETHER_MS + spread);
  });
  // The live stream notices first that a server which restarted answers again.
  onViewer((memberId) => {
    if (memberId !== null && memberId === readSession().user?.id) void sendWaiting();
  });
  window.addEventListener('online', catchUp);
  // A session that ended by itself left the queue for its member.
  onSessionEvent(({ type }) => {
    if (type === 'SIGNED_IN') catchUp();
  });
  sendWhileWaiting(refresh);
  catchUp();
}

/** Whether My Day was opened in this tab, or a day is stored on this device. */
async function isDayUsed(): Promise<boolean> {
  return dayStore.read() !== null || (await findDayDatabase()) !== null;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const countWaiting = () => queueStore.read().filter(({ refusal }) => refusal === null).length;

/**
 * Sends again with growing delays while something waits: a single request may fail without any
 * change of the connection.
 */
function sendWhileWaiting(refresh: () => Promise<void>): void {
  let isTrying = false;
  async function tryAgain(): Promise<void> {
    if (isTrying) return;
    isTrying = true;
    for (let attempt = 0; countWaiting() > 0; attempt += 1) {
      await wait(retryDelay(attempt));
      const before = countWaiting();
      await sendWaiting();
      if (countWaiting() < before) void refresh();
    }
    isTrying = false;
  }
  queueStore.subscribe(() => void tryAgain());
  void tryAgain();
}

async function sendWaiting(): Promise<void> {
  const refused = await sendQueue();
  // My Day itself lists them with their reasons.
  if (refused.length > 0 && !window.location.pathname.startsWith(MY_DAY_PATH)) {
    notify.ongoing.warning(`Not sent: ${unsentText(refused)}`, {
      description: 'My Day says why.',
      duration: Number.POSITIVE_INFINITY,
    });
  }
}
