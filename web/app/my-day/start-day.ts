import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { onChange } from '~/lib/live.ts';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';

/** Changes within this time cause one request, in ms. */
const TOGETHER_MS = 1_000;
/** Changes of a job, its claim or a person may affect what the viewer can see. */
const TABLES: readonly ChangeEvent['table'][] = ['jobs', 'job_claims', 'users'];

/**
 * Sends offline actions, and keeps the stored day up to date, while any page of the member is open.
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
