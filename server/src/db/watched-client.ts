import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { TIMEOUTS } from '../timeouts.ts';
import { DroppingClient, LATE } from './dropping-client.ts';
import { watchConnection } from './watch-answers.ts';

type Connections = {
  Client: typeof DroppingClient;
  /** Awaited by the pool before a new connection is used. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
};

/**
 * The connections of a pool whose statements may take minutes. While one takes long, another
 * connection asks PostgreSQL about it. A connection that has no work there has lost an answer, and
 * ends; so does one of a database that does not answer the other connection either.
 */
export function watchedClients(url: string): Connections {
  class WatchedClient extends DroppingClient {
    #pid: number | undefined;
    #timer: NodeJS.Timeout | undefined;
    #endWatch: (() => Promise<void>) | undefined;
    #hasEnded = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('drain', () => this.#rest());
      this.once('end', () => {
        this.#hasEnded = true;
        this.#rest();
      });
    }

    /** As its parent's; `never` fits each of its signatures. */
    override query(...given: never[]): never {
      if (!this.#hasEnded) {
        this.#timer ??= setTimeout(() => this.#watch(), TIMEOUTS.databaseSilence).unref();
      }
      return Reflect.apply(super.query, this, given) as never;
    }

    #watch(): void {
      const { connection } = this as unknown as { connection: { stream: Duplex } };
      // As when its longest statement would have ended.
      const onSilent = () => connection.stream.destroy(new Error(LATE));
      this.#endWatch = watchConnection({ url, onSilent, ...(this.#pid && { pid: this.#pid }) });
    }

    /** Nothing waits for an answer. */
    #rest(): void {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#endWatch?.().catch(() => undefined);
      this.#endWatch = undefined;
    }

    /** Its process in PostgreSQL; a pooler in between tells clients numbers of its own. */
    async findPid(): Promise<void> {
      const asked: unknown = this.query(...(['SELECT pg_backend_pid() AS pid'] as never[]));
      const { rows } = await (asked as Promise<pg.QueryResult<{ pid: number }>>);
      this.#pid = rows[0]?.pid;
    }
  }
  return {
    Client: WatchedClient,
    onConnect: (client) => (client as unknown as WatchedClient).findPid(),
  };
}
