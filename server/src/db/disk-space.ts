import { statfs } from 'node:fs/promises';
import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';

/** Below this nothing is written: PostgreSQL needs room for its log, or it ends and reads with it. */
const RESERVED_BYTES = 32 * 2 ** 20;
/** From here on it is written again, so that it does not go back and forth. */
const RESUMED_BYTES = 48 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;
const SAY_EVERY_MS = 600_000;

/** What the transport says of a change for which there is no room. */
export const STORAGE_FULL: [status: number, code: string, message: string] = [
  503,
  'STORAGE_FULL',
  'We can’t save anything right now because our storage is full. Please try again later.',
];

/** The room on the disk below the database. */
export type DiskSpace = {
  /** Whether changes are refused until there is room again. */
  isFull(): boolean;
  /** Logs a write that failed for want of room, at most once in ten minutes. */
  noteFailure(error: unknown): void;
  stop(): void;
};

/**
 * Looks each second how much room the disk of `dir` has left, in bytes; a database elsewhere
 * (no `dir`) looks after itself.
 */
export async function watchDiskSpace(dir: string | undefined, log: Logger): Promise<DiskSpace> {
  let isFull = false;
  let saidAt = Number.NEGATIVE_INFINITY;

  function saySometimes(details: object, text: string): void {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.error(details, text);
  }

  async function look(path: string): Promise<void> {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const wasFull = isFull;
    isFull = free < (wasFull ? RESUMED_BYTES : RESERVED_BYTES);
    if (isFull) {
      saySometimes(
        { free_bytes: free },
        'The disk is full: changes are refused until there is room',
      );
    } else if (wasFull) {
      saidAt = Number.NEGATIVE_INFINITY;
      log.info({ free_bytes: free }, 'There is room on the disk again: changes are taken');
    }
  }

  if (dir) await look(dir);
  // A disk that cannot be asked is not taken for a full one.
  const lookAgain = () => dir && look(dir).catch(() => undefined);
  const timer = dir ? setInterval(lookAgain, LOOK_EVERY_MS).unref() : undefined;
  return {
    isFull: () => isFull,
    noteFailure: (error) => saySometimes({ err: error }, 'A change failed: the disk is full'),
    stop: () => clearInterval(timer),
  };
}

/** Whether a fault, or what caused it, is a disk without room: PostgreSQL's or that of the files. */
export function isDiskFull(error: unknown): boolean {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const { code } = fault as { code?: unknown };
    if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true;
  }
  return false;
}

/** The answer to a change for which there is no room. */
export function storageFull(): ORPCError<string, unknown> {
  const [status, code, message] = STORAGE_FULL;
  return new ORPCError(code, { status, message });
}
