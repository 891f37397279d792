/** How a draft stands: nothing typed yet, on its way, kept, or not kept after all tries. [O3] */
export type DraftStatus = 'unsaved' | 'saving' | 'saved' | 'error';

/** How long the hands must rest before a save, and how long to wait before each further try, in ms. */
export const DEBOUNCE_MS = 1000;
export const RETRY_DELAYS_MS = [1000, 2000, 4000] as const;

type DraftSaverOptions<T> = {
  save: (data: T) => Promise<unknown>;
  /** Whether trying again could help; a refusal stays one. */
  isWorthRetrying: (error: unknown) => boolean;
  onStatus: (status: DraftStatus, error?: unknown) => void;
};

export type DraftSaver<T> = ReturnType<typeof createDraftSaver<T>>;

/**
 * Saves what is typed, one save at a time and always the newest: a second after the last key, with
 * three more tries a second, two and four apart. [O3]
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
    /** Something was typed. */
    edit(data: T) {
      if (isClosed) return;
      newest = { data };
      onStatus('saving');
      clearTimeout(resting);
      resting = setTimeout(run, DEBOUNCE_MS);
    },
    /** Tries once more what could not be saved, with all the further tries. */
    retry() {
      if (!newest || isClosed) return;
      onStatus('saving');
      void run();
    },
    /** Saves at once what waits for the hands to rest. */
    flush(): Promise<void> {
      return newest && !isClosed ? run() : Promise.resolve();
    },
    /** Saves nothing more; settled once what was on its way has arrived, so that it comes before. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(resting);
      cutShort();
      await running;
    },
    /** Goes on after all. */
    reopen() {
      isClosed = false;
    },
  };
}
