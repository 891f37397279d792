import { Socket } from 'node:net';
import pg from 'pg';

/** Connections that many reads share, each sent without waiting for the answers to those before it. */
export type Pipelines = {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
};

type Connection = { client: pg.Client; socket: Socket };

/**
 * Pipelines reads over `size` connections, each opened when first used and again after it broke.
 * What is sent within one turn of the event loop leaves in one write. A read waits for those sent
 * before it on its connection, so only short ones belong here: docs/decisions/0023-pipelined-reads.md
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

/** Opens one connection; `onEnd` hears of its end, also if it could not be opened. */
async function open(config: pg.ClientConfig, onEnd: () => void): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    // Planning a read of many parts takes ten times as long as running it: each is planned once.
    options: `${config.options ?? ''} -c plan_cache_mode=force_generic_plan`,
    pipeline: true,
    stream: () => socket,
  });
  // A broken connection is replaced at its next use; without a listener it ends the process.
  client.on('error', onEnd);
  client.on('end', onEnd);
  await client.connect().catch((error) => {
    onEnd();
    throw error;
  });
  return { client, socket };
}

/** Holds back what is written to the socket until the event loop turns, to send it as one. */
function sendWithThisTurn(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
