import type { Queued, SystemHealth } from '@kindpal/contract/staff/system';
import type { BadgeTone } from '~/ui/badge.tsx';

export type HealthState = { label: string; tone: BadgeTone };

const HEALTHY: HealthState = { label: 'Healthy', tone: 'positive' };
const UNKNOWN: HealthState = { label: 'Not known', tone: 'plain' };
const look = (label: string): HealthState => ({ label, tone: 'caution' });

/** A database that takes longer than this for the shortest question is slow. */
const SLOW_MS = 100;
/** Work that has been due for longer than this is late: a free worker takes it at once. */
const LATE_MS = 5 * 60_000;
/** Less room than this on the disk, and pictures will soon be refused. */
const ROOM_BYTES = 1e9;

export function databaseState({ latency_ms }: SystemHealth['database']): HealthState {
  return latency_ms > SLOW_MS ? look('Slow') : HEALTHY;
}

/** `now` is when it was looked at, in epoch ms. */
export function queueState(queue: Queued | null, now: number): HealthState {
  if (!queue) return UNKNOWN;
  const { failed, oldest_due_at } = queue;
  if (oldest_due_at !== null && now - Date.parse(oldest_due_at) > LATE_MS) return look('Late');
  return failed > 0 ? look('Some failed') : HEALTHY;
}

export function storageState({ kind, images, free_bytes }: SystemHealth['storage']): HealthState {
  if (images === null || (kind === 'folder' && free_bytes === null)) return UNKNOWN;
  return free_bytes !== null && free_bytes < ROOM_BYTES ? look('Low space') : HEALTHY;
}
