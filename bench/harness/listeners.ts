import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Many open streams to one server, and when the last of them received each event. */
export type Listeners = {
  /** Runs `publish` and waits until all have received it; returns the time in milliseconds. */
  timeEvent(publish: () => Promise<unknown>): Promise<number>;
  close(): void;
};

const PATIENCE_MS = 10_000;

/**
 * Opens a stream with each request. Both servers are read the same way: from raw sockets, where a
 * chunk that contains `mark` is an event.
 */
export async function openListeners(
  port: number,
  requests: Buffer[],
  { mark, ready }: { mark: string; ready: string },
): Promise<Listeners> {
  let heard = 0;
  let allHeard: (() => void) | null = null;
  const sockets: Socket[] = [];
  for (const request of requests) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => waitFor(socket, ready)));
  for (const socket of sockets) {
    socket.on('data', (piece) => {
      if (!piece.includes(mark)) return;
      heard += 1;
      if (heard === sockets.length) allHeard?.();
    });
  }
  return {
    async timeEvent(publish) {
      heard = 0;
      const everybody = new Promise<void>((resolve) => {
        allHeard = resolve;
      });
      const began = performance.now();
      const published = publish();
      const late = sleep(PATIENCE_MS, 'late', { ref: false });
      if ((await Promise.race([everybody, late])) === 'late') {
        throw new Error(`${heard} of ${sockets.length} received an event`);
      }
      const taken = performance.now() - began;
      await published;
      return taken;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function waitFor(socket: Socket, text: string): Promise<void> {
  let read = '';
  while (!read.includes(text)) {
    const [piece] = (await once(socket, 'data')) as [Buffer];
    read += piece.toString('latin1');
  }
}
