import { setTimeout as sleep } from 'node:timers/promises';

/** A live stream that reconnects on its own, like a browser's EventSource. */
export type ReconnectingStream = {
  /** How often each row appeared, by id. */
  received: Map<string, number>;
  /** How often it was told to refetch everything, and how often it connected. */
  resets(): number;
  connections(): number;
  close(): Promise<void>;
};

/**
 * Listens with this cookie at the node that `url` returns each time; after a disconnect it
 * continues behind the last complete event.
 */
export function openReconnectingStream(url: () => string, cookie: string): ReconnectingStream {
  const closing = new AbortController();
  const received = new Map<string, number>();
  let lastId = '';
  let resets = 0;
  let connections = 0;

  function take(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
    if (field('event') === 'reset') resets += 1;
    if (field('event') === 'change') {
      const { id } = JSON.parse(field('data')) as { id: string };
      received.set(id, (received.get(id) ?? 0) + 1);
    }
    lastId = field('id') || lastId;
  }

  async function listenOnce(): Promise<void> {
    const response = await fetch(`${url()}/realtime/v1`, {
      headers: { cookie, ...(lastId && { 'last-event-id': lastId }) },
      signal: closing.signal,
    });
    if (!response.ok) return;
    connections += 1;
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) take(frame);
    }
  }

  const listening = (async () => {
    while (!closing.signal.aborted) {
      // The node is down, or died in the middle of a frame.
      await listenOnce().catch(() => undefined);
      await sleep(50);
    }
  })();
  return {
    received,
    resets: () => resets,
    connections: () => connections,
    async close() {
      closing.abort();
      await listening;
    },
  };
}
