import { createStore } from '~/lib/store.ts';

/** Data about the list's requests, for super admins. [J1] */
export type ListDiagnostics = {
  requests: number;
  lastError: string | null;
  /** The durations of the latest requests, newest first, in milliseconds. */
  timings: readonly number[];
};

const KEPT_TIMINGS = 5;

/** A request that was aborted because its result is no longer needed is not an error. */
const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Counts and times requests, for one visit of the list. */
export function createRecorder() {
  const store = createStore<ListDiagnostics>({ requests: 0, lastError: null, timings: [] });
  const change = (next: Partial<ListDiagnostics>) => store.change({ ...store.read(), ...next });
  return {
    ...store,
    async measure<Result>(request: () => Promise<Result>): Promise<Result> {
      change({ requests: store.read().requests + 1 });
      const from = performance.now();
      try {
        return await request();
      } catch (error) {
        if (!isAborted(error)) change({ lastError: String(error) });
        throw error;
      } finally {
        const took = Math.round(performance.now() - from);
        change({ timings: [took, ...store.read().timings].slice(0, KEPT_TIMINGS) });
      }
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;
