import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * A connection of this server. PostgreSQL can't cancel a statement while it compiles it (`jit`, on
 * by default), which takes longer than any limit for a large one. `pg` replaces `options` by those
 * in the database's address; here they are combined, and those given here count.
 */
export class JitlessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connectionParameters } = this as unknown as {
      connectionParameters: { options?: string };
    };
    const all = [connectionParameters.options, config?.options, '-c jit=off'];
    connectionParameters.options = all.filter(Boolean).join(' ');
    failOnUnreadable(this);
  }
}

type Reading = { connection: { attachListeners(stream: Duplex): void } };

/**
 * Closes the connection when it receives what `pg` cannot read, such as a way to sign in that it
 * does not know. `pg` throws in the socket's event, which would end the process.
 */
function failOnUnreadable(client: pg.Client): void {
  const { connection } = client as unknown as Reading;
  const attach = connection.attachListeners;
  connection.attachListeners = (stream) => {
    const before = stream.listeners('data');
    attach.call(connection, stream);
    for (const read of stream.listeners('data')) {
      if (before.includes(read)) continue;
      stream.off('data', read as never);
      stream.on('data', (bytes: Buffer) => {
        try {
          read(bytes);
        } catch (error) {
          stream.destroy(error as Error);
        }
      });
    }
  };
}
