/**
 * The status of a draft: nothing typed yet, being saved, saved, or failed after all retries. [O3]
 */
export type DraftStatus = 'unsaved' | 'saving' | 'saved' | 'error';

/** The pause in typing before a save, and the delays before the retries, in ms. */
const DEBOUNCE_MS = 1000;
const RETRY_DELAYS_MS = [1000, 2000, 4000] as const;

type DraftSaverOptions<T> = {
  save: (data: T) => Promise<unknown>;
  /** Whether a retry could help; a refusal is final. */
  isWorthRetrying: (error: unknown) => boolean;
  onStatus: (status: DraftStatus, error?: unknown) => void;
};

/**
 * Saves what is typed, one save at a time and always the newest version: a second after the last
 * key, with three retries after one, two and four seconds. [O3]
 */
export function createDraftSaver<T>({ save, isWorthRetrying, onStatus }: DraftSaverOptions<T>) {
  let newest: { data: T } | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let cutShort = () => {};
  let isClosed = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      cutShort = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function tryAll(): Promise<void> {
    for (let attempt = 0; newest && !isClosed; ) {
      const sent = newest;
      try {
        await save(sent.data);
        attempt = 0;
        if (newest !== sent) continue;
        newest = null;
        onStatus('saved');
      } catch (error) {
        const delay = isWorthRetrying(error) ? RETRY_DELAYS_MS[attempt] : undefined;
        if (delay === undefined) return onStatus('error', error);
        attempt += 1;
        await pause(delay);
      }
    }
  }

  function run(): Promise<void> {
    clearTimeout(resting);
    running ??= tryAll().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    /** Called after each change. */
    edit(data: T) {
      if (isClosed) return;
      newest = { data };
      onStatus('saving');
      clearTimeout(resting);
      resting = setTimeout(() => void run(), DEBOUNCE_MS);
    },
    /** Tries again to save what failed, with all the retries. */
    retry() {
      if (!newest || isClosed) return;
      onStatus('saving');
      void run();
    },
    /** Saves at once, without waiting for a pause in typing. */
    flush(): Promise<void> {
      return newest && !isClosed ? run() : Promise.resolve();
    },
    /**
     * Stops saving; resolves when a running save has finished, so that nothing is saved afterwards.
     */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(resting);
      cutShort();
      await running;
    },
    /** Allows saving again. */
    reopen() {
      isClosed = false;
    },
  };
}
