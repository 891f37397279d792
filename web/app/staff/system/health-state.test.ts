import { describe, expect, it } from 'vitest';
import { databaseState, queueState, storageState } from './health-state.ts';

const now = Date.parse('2026-03-11T12:00:00Z');
const idle = { waiting: 0, running: 0, retrying: 0, failed: 0, oldest_due_at: null };
const dueSince = (oldest_due_at: string) => ({ ...idle, waiting: 1, oldest_due_at });

describe('the state of a part of the system [S4]', () => {
  it('new tasks are fine, tasks that no worker takes are late, and failed tasks are shown', () => {
    expect(queueState(idle, now).label).toBe('Healthy');
    expect(queueState(dueSince('2026-03-11T11:59:50Z'), now).label).toBe('Healthy');
    expect(queueState(dueSince('2026-03-11T11:50:00Z'), now).label).toBe('Late');
    expect(queueState({ ...idle, failed: 1 }, now).label).toBe('Some failed');
  });

  it('what could not be determined is not shown as healthy', () => {
    expect(queueState(null, now).label).toBe('Not known');
    const folder = { kind: 'folder', images: 3, bytes: 9, free_bytes: 5e9 } as const;
    expect(storageState(folder).label).toBe('Healthy');
    expect(storageState({ ...folder, free_bytes: null }).label).toBe('Not known');
    expect(storageState({ ...folder, images: null }).label).toBe('Not known');
    expect(storageState({ ...folder, kind: 's3', free_bytes: null }).label).toBe('Healthy');
  });

  it('a full disk and a slow database are shown before they stop anybody', () => {
    const storage = { kind: 'folder', images: 3, bytes: 9, free_bytes: 5e8 } as const;
    expect(storageState(storage).label).toBe('Low space');
    expect([3, 250].map((latency_ms) => databaseState({ latency_ms }).label)).toEqual([
      'Healthy',
      'Slow',
    ]);
  });
});
