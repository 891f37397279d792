import { useStore } from '~/lib/store.ts';
import type { Recorder } from './list-diagnostics.ts';

/** The requests behind the list, for super admins only. [J1] */
export function JobListDebug({ recorder }: { recorder: Recorder }) {
  const { requests, lastError, timings } = useStore(recorder);
  return (
    <aside
      aria-label="Debug information"
      className="flex flex-wrap gap-x-5 gap-y-1 rounded-md bg-sunken px-4 py-3 text-ink-soft text-xs tabular-nums"
    >
      <strong className="text-ink">Debug</strong>
      <span>Requests: {requests}</span>
      <span>Last error: {lastError ?? 'none'}</span>
      <span>
        Timings: {timings.length > 0 ? timings.map((ms) => `${ms} ms`).join(', ') : 'none'}
      </span>
    </aside>
  );
}
