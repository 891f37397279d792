import { statfs } from 'node:fs/promises';
import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';

/**
 * Below this, writes are refused: without room for its WAL, PostgreSQL would crash and reads
 * would fail, too.
 */
const RESERVED_BYTES = 32 * 2 ** 20;
/** Writes resume from here, so that the state does not flap. */
const RESUMED_BYTES = 48 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;
const LOG_EVERY_MS = 600_000;

/** The error for a change when the disk is full. */
export const STORAGE_FULL: [status: number, code: string, message: string] = [
  503,
  'STORAGE_FULL',
  'We can’t save anything right now because our storage is full. Please try again later.',
];

/** Free space on the database's disk. */
export type DiskSpace = {
  /** Whether changes are refused until there is space again. */
  isFull(): boolean;
  /** Logs a write that failed for lack of space, at most once in ten minutes. */
  noteFailure(error: unknown): void;
  stop(): void;
};

/**
 * Checks every second how many bytes are free on the disk of `dir`; an external database (no
 * `dir`) is not checked.
 */
export async function watchDiskSpace(dir: string | undefined, log: Logger): Promise<DiskSpace> {
  let isFull = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function logThrottled(details: object, text: string): void {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.error(details, text);
  }

  async function look(path: string): Promise<void> {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const wasFull = isFull;
    isFull = free < (wasFull ? RESUMED_BYTES : RESERVED_BYTES);
    if (isFull) {
      logThrottled(
        { free_bytes: free },
        'The disk is full: changes are refused until there is room',
      );
    } else if (wasFull) {
      loggedAt = Number.NEGATIVE_INFINITY;
      log.info({ free_bytes: free }, 'The disk has free space again: changes are accepted');
    }
  }

  if (dir) await look(dir);
  const checkAgain = (path: string) => {
    // If the check fails, the disk does not count as full.
    look(path).catch(() => undefined);
  };
  const timer = dir ? setInterval(checkAgain, LOOK_EVERY_MS, dir).unref() : undefined;
  return {
    isFull: () => isFull,
    noteFailure: (error) => logThrottled({ err: error }, 'A change failed: the disk is full'),
    stop: () => clearInterval(timer),
  };
}

/** Whether a fault, or one of its causes, is a full disk: PostgreSQL's or that of the files. */
export function isDiskFull(error: unknown): boolean {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const { code } = fault as { code?: unknown };
    if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true;
  }
  return false;
}

/** The error for a change when the disk is full. */
export function storageFull(): ORPCError<string, unknown> {
  const [status, code, message] = STORAGE_FULL;
  return new ORPCError(code, { status, message });
}
