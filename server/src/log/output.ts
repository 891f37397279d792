import { writeSync } from 'node:fs';

/** How often, and for how long, a pipe that is full is waited for before a line is dropped. */
const TRIES = 5;
const PAUSE_MS = 2;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Where lines go; writing one never fails. */
export type Output = { write(line: string): void };

/**
 * Writes lines to a file descriptor. What cannot be written, because the disk is full or the reader
 * is gone, is dropped and counted; the count follows as a line as soon as there is room again.
 */
export function openOutput(fd: number): Output {
  let dropped = 0;
  let isTorn = false;

  /** Throws what `writeSync` throws; a line of which only a part went out is ended first next time. */
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
