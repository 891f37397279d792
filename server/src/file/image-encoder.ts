import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createFairQueue } from '../access/limits/fair-queue.ts';
import { OPEN_LIMITS, type OpenLimitName } from '../access/limits/limits.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { refusal } from '../transport/refusal.ts';
import { type EncodedImage, looksLikeImage } from './encode-image.ts';

/** Encodes images one after the other, in a separate process. */
export type ImageEncoder = {
  /**
   * A member's image as it will be stored, or why not. Members take turns. Throws
   * TOO_MANY_REQUESTS when too many wait, of this member or in total, or when the machine is too
   * busy to decode it in time; any other error if the decoder cannot start.
   */
  encode(bytes: Uint8Array, memberId: string): Promise<EncodedImage>;
  /** Refuses the images that wait or are being decoded, as TOO_MANY_REQUESTS. */
  close(): Promise<void>;
};

type Options = {
  idleMs?: number;
  encodeMs?: number;
  workMs?: number;
  waiting?: number;
  share?: number;
};

const PROGRAM = new URL('./encoder-process.ts', import.meta.url);
const RETRY_SECONDS = 5;

/** Says that a picture has to wait, and for which limit. */
function busy(limit: OpenLimitName): Error {
  return refusal('TOO_MANY_REQUESTS', { limit, retry_after_seconds: RETRY_SECONDS });
}

/**
 * Members take turns, and each has a limit of waiting images. The process that decodes exits when
 * idle.
 */
export function createImageEncoder(options: Options = {}): ImageEncoder {
  const queue = createFairQueue({
    most: options.waiting ?? OPEN_LIMITS.images_at_once,
    share: options.share ?? OPEN_LIMITS.images_at_once_by_member,
  });
  const encoder = createEncoderProcess(options);
  return {
    async encode(bytes, memberId) {
      if (!looksLikeImage(bytes)) return { refused: 'type' };
      const full = queue.fullFor(memberId);
      if (full) throw busy(full === 'all' ? 'images_at_once' : 'images_at_once_by_member');
      return queue.add(memberId, () => encoder.encode(bytes));
    },
    async close() {
      encoder.close();
      await queue.idle();
    },
  };
}

/**
 * A decoder never releases its memory until its process ends, and is the only part that parses
 * strangers' bytes: so it runs in a small process without secrets. One image at a time.
 */
function createEncoderProcess({
  idleMs = 5_000,
  encodeMs = TIMEOUTS.encodeImage,
  workMs = TIMEOUTS.encodeImageWork,
}: Options) {
  let child: ChildProcess | null = null;
  /** The last process that has loaded its library. */
  let loaded: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  function start(): ChildProcess {
    const started = startProcess(workMs);
    started.on('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  /** One picture's turn with a process. An exit before the library has loaded is a fault. */
  async function decode(
    worker: ChildProcess,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<EncodedImage> {
    const end = once(worker, 'exit', { signal });
    const next = () => once(worker, 'message', { signal });
    if (loaded !== worker) {
      const failed = end.then(() => {
        throw new Error('the decoder of pictures ended before its library was loaded');
      });
      await Promise.race([next(), failed]);
      loaded = worker;
    }
    const answer = next() as Promise<[EncodedImage]>;
    const crash = end.then((): [EncodedImage] => [{ refused: 'type' }]);
    worker.send(bytes, () => undefined);
    const [encoded] = await Promise.race([answer, crash]);
    return encoded;
  }

  return {
    /**
     * The result; an image that crashes the process or takes too much processor time counts as no
     * picture.
     */
    async encode(bytes: Uint8Array): Promise<EncodedImage> {
      if (closing.signal.aborted) throw busy('images_at_once');
      clearTimeout(idle);
      child ??= start();
      const worker = child;
      const done = new AbortController();
      const late = AbortSignal.any([closing.signal, AbortSignal.timeout(encodeMs)]);
      try {
        return await decode(worker, bytes, AbortSignal.any([done.signal, late]));
      } catch (error) {
        worker.kill('SIGKILL');
        if (child === worker) child = null;
        throw late.aborted ? busy('images_at_once') : error;
      } finally {
        done.abort();
        idle = setTimeout(stop, idleMs);
        idle.unref();
      }
    },
    /** Ends the process at once, and every later turn. */
    close(): void {
      closing.abort();
      stop();
    },
  };
}

function startProcess(workMs: number): ChildProcess {
  const started = fork(PROGRAM, [String(workMs)], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener, a process that can't start would crash this one.
  started.on('error', () => undefined);
  started.unref();
  started.channel?.unref();
  return started;
}
