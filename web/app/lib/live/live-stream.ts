import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { retryDelay } from '../calls/reachability.ts';

/**
 * What a stream reports: its member, a change, or that any number of changes may have been
 * missed.
 */
export type LiveSignal =
  | { kind: 'reader'; memberId: string | null }
  | { kind: 'change'; event: ChangeEvent }
  | { kind: 'reset' };

const ADDRESS = '/realtime/v1';
/** A page younger than this asks for events since it began to load. */
const YOUNG_SECONDS = 60;

/** The address of a page's first stream, which includes the page's loading time. */
function firstAddress(): string | null {
  const seconds = Math.ceil(performance.now() / 1000) + 2;
  return seconds <= YOUNG_SECONDS ? `${ADDRESS}?seconds=${seconds}` : null;
}

/**
 * Opens the stream of server-sent events and keeps it open until the signal aborts. The browser
 * reconnects by itself; if it gives up, the stream is opened again with growing delays. A stream
 * that starts late reports a reset, because events may have been missed. [X4]
 */
export function openStream(emit: (signal: LiveSignal) => void, until: AbortSignal): void {
  let failures = 0;
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  function open(lookingBack: string | null = null): void {
    const stream = new EventSource(lookingBack ?? ADDRESS);
    let isLate = lookingBack === null;
    let isReady = false;
    source = stream;
    stream.addEventListener('ready', ({ data }: MessageEvent<string>) => {
      failures = 0;
      const { member_id } = JSON.parse(data) as { member_id: string | null };
      emit({ kind: 'reader', memberId: member_id });
      if (isLate) emit({ kind: 'reset' });
      isLate = false;
      isReady = true;
    });
    stream.addEventListener('reset', () => emit({ kind: 'reset' }));
    stream.addEventListener('change', ({ data }: MessageEvent<string>) => {
      emit({ kind: 'change', event: JSON.parse(data) as ChangeEvent });
    });
    stream.onerror = () => {
      // Until it was ready once, the browser has no position to continue from.
      isLate ||= !isReady;
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
