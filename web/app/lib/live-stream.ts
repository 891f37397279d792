import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { retryDelay } from './reachability.ts';

/** What a stream tells: who it is for, a change, or that anything may have changed unseen. */
export type LiveSignal =
  | { kind: 'reader'; memberId: string | null }
  | { kind: 'change'; event: ChangeEvent }
  | { kind: 'reset' };

const ADDRESS = '/realtime/v1';
/** A page no older than this asks for what happened since it began to load. */
const YOUNG_SECONDS = 60;

/** Where the first stream of a page is opened: with a look back over the page's own short life. */
function firstAddress(): string | null {
  const seconds = Math.ceil(performance.now() / 1000) + 2;
  return seconds <= YOUNG_SECONDS ? `${ADDRESS}?seconds=${seconds}` : null;
}

/** Our own server wrote it; a table that this page is too old to know is passed over later on. */
function readChange(text: string): LiveSignal | null {
  try {
    const event = JSON.parse(text) as Partial<ChangeEvent>;
    return event.table && event.id ? { kind: 'change', event: event as ChangeEvent } : null;
  } catch {
    return null;
  }
}

/**
 * Opens the one stream of server-sent events and keeps it open until the signal aborts. The browser
 * resumes a broken one by itself; one it gave up is opened again, later each time, and counts as a
 * reset, because what happened meanwhile is unknown. [X4]
 */
export function openStream(tell: (signal: LiveSignal) => void, until: AbortSignal): void {
  let failures = 0;
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  function open(lookingBack: string | null = null): void {
    const stream = new EventSource(lookingBack ?? ADDRESS);
    let isFresh = lookingBack === null;
    source = stream;
    stream.addEventListener('ready', ({ data }: MessageEvent<string>) => {
      failures = 0;
      const { member_id } = JSON.parse(data) as { member_id: string | null };
      tell({ kind: 'reader', memberId: member_id });
      if (isFresh) tell({ kind: 'reset' });
      isFresh = false;
    });
    stream.addEventListener('reset', () => tell({ kind: 'reset' }));
    stream.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const signal = readChange(data);
      if (signal) tell(signal);
    });
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED || until.aborted) return;
      again = setTimeout(() => open(), retryDelay(failures) * (0.5 + Math.random() / 2));
      failures += 1;
    };
  }

  until.addEventListener('abort', () => {
    clearTimeout(again);
    source?.close();
  });
  if (!until.aborted) open(firstAddress());
}
