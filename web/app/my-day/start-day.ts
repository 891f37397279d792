import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { onChange } from '~/lib/live.ts';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';

/** Changes that come together are followed by one question, in ms. */
const TOGETHER_MS = 1_000;
/** What a job, its claim or a person says may have begun or ended what the reader is shown. */
const TABLES: readonly ChangeEvent['table'][] = ['jobs', 'job_claims', 'users'];

/**
 * Sends what was done without a network, and keeps the day on this device as the server has it, while
 * any page of the member is open.
 */
export function startDay(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onChange(({ table }) => {
    if (!TABLES.includes(table)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refreshDay(), TOGETHER_MS);
  });
  const catchUp = () => void sendQueue().then(() => refreshDay());
  window.addEventListener('online', catchUp);
  catchUp();
}
