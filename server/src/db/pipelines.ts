import { Socket } from 'node:net';
import type pg from 'pg';
import { LATE } from './dropping-client.ts';
import { JitlessClient } from './jitless-client.ts';
import { PreparedRead } from './prepared-read.ts';

/** Connections shared by many reads, each sent without waiting for earlier responses. */
export type Pipelines = {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
};

type Connection = { client: pg.Client; socket: Socket; silence: Silence };

/**
 * Pipelines reads over `size` connections, opened at first use and again after breaking. Reads of
 * one event loop turn are sent in one write. A read waits for earlier ones on its connection, so
 * only short ones belong here: docs/decisions/0023-pipelined-reads.md. A connection that sends no
 * answer for `query_timeout` milliseconds is dropped.
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
      const connection = await connectionOf(slot);
      sendWithThisTurn(connection.socket);
      return send(connection, query);
    },
    async end() {
      hasEnded = true;
      const opened = await Promise.allSettled(slots);
      await Promise.all(opened.map((one) => one.status === 'fulfilled' && one.value?.client.end()));
    },
  };
}

/** Opens a connection; `onEnd` is called when it ends or could not be opened. */
async function open(
  { query_timeout = 0, ...config }: pg.ClientConfig,
  onEnd: () => void,
): Promise<Connection> {
  const socket = new Socket();
  const client = new JitlessClient({
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
  const onTooLong = () => socket.destroy(new Error(LATE));
  return { client, socket, silence: watchSilence(query_timeout, onTooLong) };
}

/**
 * Sends a read. With a callback of ours: `pg` assigns its own to the query, and V8 allocates a
 * function assigned to a property among its old objects, where it kept the rows of an answered
 * read until the next full collection. A timeout of `pg` does the same.
 */
function send({ client, silence }: Connection, read: pg.QueryConfig): Promise<pg.QueryResult> {
  silence.onSent();
  return new Promise((resolve, reject) => {
    function onAnswer(error: Error | undefined, result: pg.QueryResult) {
      silence.onAnswered();
      if (error) reject(error);
      else resolve(result);
    }
    client.query(new PreparedRead(read, onAnswer));
  });
}

type Silence = { onSent(): void; onAnswered(): void };

/** Calls `onTooLong` when reads are waiting and none is answered for `ms`; 0 means never. */
function watchSilence(ms: number, onTooLong: () => void): Silence {
  if (ms === 0) return { onSent() {}, onAnswered() {} };
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    onSent() {
      waiting++;
      timer ??= setTimeout(onTooLong, ms);
    },
    onAnswered() {
      waiting--;
      if (waiting > 0) timer?.refresh();
      else {
        clearTimeout(timer);
        timer = undefined;
      }
    },
  };
}

/** Corks the socket until the next event loop turn, to send everything in one write. */
function sendWithThisTurn(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
