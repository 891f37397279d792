import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { onSessionEvent } from '~/account/session/session-events.ts';
import { onSignal } from '~/lib/live/live.ts';
import { notify } from '~/notify/notify.ts';
import { MY_DAY_PATH } from '~/worker/answer-page.ts';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';
import { unsentText } from './unsent-text.ts';

/** Changes within this time cause one request, in ms. */
const TOGETHER_MS = 1_000;
/** Changes of a job, its claim or a person may affect what the viewer can see. */
const TABLES: readonly ChangeEvent['table'][] = ['jobs', 'job_claims', 'users'];

/**
 * Sends offline actions, and keeps the stored day up to date, while any page of the member is open.
 */
export function startDay(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onSignal((signal) => {
    if (signal.kind === 'reader') return;
    if (signal.kind === 'change' && !TABLES.includes(signal.event.table)) return;
    clearTimeout(timer);
    // After a restart of the server many browsers miss changes at the same moment.
    const spread = signal.kind === 'reset' ? Math.random() * TOGETHER_MS : 0;
    timer = setTimeout(() => void refreshDay(), TOGETHER_MS + spread);
  });
  window.addEventListener('online', () => void catchUp());
  // A session that ended by itself left the queue for its member.
  onSessionEvent(({ type }) => {
    if (type === 'SIGNED_IN') void catchUp();
  });
  void catchUp();
}

async function catchUp(): Promise<void> {
  const refused = await sendQueue();
  // My Day itself lists them with their reasons.
  if (refused.length > 0 && !window.location.pathname.startsWith(MY_DAY_PATH)) {
    notify.ongoing.warning(`Not sent: ${unsentText(refused)} from when you were offline`, {
      description: 'My Day says why.',
      duration: Number.POSITIVE_INFINITY,
    });
  }
  await refreshDay();
}
