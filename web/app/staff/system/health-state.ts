import type { Queued, SystemHealth } from '@kindpal/contract/staff/system';
import type { BadgeTone } from '~/ui/badge.tsx';

export type HealthState = { label: string; tone: BadgeTone };

const HEALTHY: HealthState = { label: 'Healthy', tone: 'positive' };
const UNKNOWN: HealthState = { label: 'Not known', tone: 'plain' };
const look = (label: string): HealthState => ({ label, tone: 'caution' });

/** A database is slow if its simplest query takes longer than this. */
const SLOW_MS = 100;
/** Tasks that have been due for longer than this are late: a free worker starts them at once. */
const LATE_MS = 5 * 60_000;
/** With less free disk space than this, uploads will soon be refused. */
const ROOM_BYTES = 1e9;

export function databaseState({ latency_ms }: SystemHealth['database']): HealthState {
  return latency_ms > SLOW_MS ? look('Slow') : HEALTHY;
}

/** `now` is the time of the check, in epoch ms. */
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
