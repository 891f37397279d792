import { Socket } from 'node:net';
import pg from 'pg';

/** Connections shared by many reads, each sent without waiting for earlier responses. */
export type Pipelines = {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
};

type Connection = { client: pg.Client; socket: Socket };

/**
 * Pipelines reads over `size` connections, opened at first use and again after breaking. Reads of
 * one event loop turn are sent in one write. A read waits for earlier ones on its connection, so
 * only short ones belong here: docs/decisions/0023-pipelined-reads.md
 */
export function openPipelines(config: pg.ClientConfig, size: number): Pipelines {
  const slots: (Promise<Connection> | undefined)[] = new Array(size).fill(undefined);
  let next = 0;
  let hasEnded = false;

  function connectionOf(slot: number): Promise<Connection> {
    const forget = () => {
      if (slots[slot] === opening) slots[slot] = undefined;
    };
    const opening = slots[slot] ?? open(config, forget);
    slots[slot] = opening;
    return opening;
  }

  return {
    async query(query) {
      if (hasEnded) throw new Error('The database is closed');
      const slot = next;
      next = (next + 1) % size;
      const { client, socket } = await connectionOf(slot);
      sendWithThisTurn(socket);
      return client.query(query);
    },
    async end() {
      hasEnded = true;
      const opened = await Promise.allSettled(slots);
      await Promise.all(opened.map((one) => one.status === 'fulfilled' && one.value?.client.end()));
    },
  };
}

/** Opens a connection; `onEnd` is called when it ends or could not be opened. */
async function open(config: pg.ClientConfig, onEnd: () => void): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    // Planning a complex read takes ten times as long as running it, so each is planned once.
    options: `${config.options ?? ''} -c plan_cache_mode=force_generic_plan`,
    pipeline: true,
    stream: () => socket,
  });
  // A broken connection is replaced at its next use; without a listener it would crash the
  // process.
  client.on('error', onEnd);
  client.on('end', onEnd);
  await client.connect().catch((error) => {
    onEnd();
    throw error;
  });
  return { client, socket };
}

/** Corks the socket until the next event loop turn, to send everything in one write. */
function sendWithThisTurn(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
