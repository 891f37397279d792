import { writeSync } from 'node:fs';

/** How often, and for how long, to wait for a full pipe before dropping a line. */
const TRIES = 5;
const PAUSE_MS = 2;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Where lines are written; writing never throws. */
export type Output = { write(line: string): void };

/**
 * Writes lines to a file descriptor. Lines that can't be written, because the disk is full or the
 * reader is gone, are dropped and counted; the count is logged as soon as there is room again.
 */
export function openOutput(fd: number): Output {
  let dropped = 0;
  let isTorn = false;

  /** Throws what `writeSync` throws; after a partial write, the next one first ends that line. */
  function put(line: string): void {
    let rest = Buffer.from(isTorn ? `\n${line}` : line);
    for (let tries = 0; rest.byteLength > 0; ) {
      try {
        const written = writeSync(fd, rest);
        rest = rest.subarray(written);
        isTorn = rest.byteLength > 0;
      } catch (error) {
        tries += 1;
        const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isFull || dropped > 0 || tries > TRIES) throw error;
        Atomics.wait(pause, 0, 0, PAUSE_MS);
      }
    }
  }

  return {
    write(line) {
      try {
        if (dropped > 0) {
          put(
            `${JSON.stringify({ level: 40, time: Date.now(), msg: `${dropped} lines of the log were lost` })}\n`,
          );
          dropped = 0;
        }
        put(line);
      } catch {
        dropped += 1;
      }
    },
  };
}
