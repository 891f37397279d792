import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** The address of the database through the proxy. */
  url: string;
  /** While true, PostgreSQL's answers are dropped. */
  isSilent: boolean;
  /**
   * Drops everything on the connections opened so far, even that one side closes them; new ones
   * work.
   */
  silenceOpened(): void;
  /** How many statements have arrived. */
  statements: number;
  /** How many connections were cut, or became silent. */
  cuts: number;
  close(): void;
};

/** A proxy to the database that cuts a connection at some statements and answers. */
export async function startDatabaseProxy(
  url: string,
  cutsAt: {
    /** A statement with this text never arrives. */
    statement?: string;
    /** The first answer with this text never arrives. */
    answer?: string;
    /** From this statement on, by its number among those of all connections, it is silent. */
    silent?: number;
    /** The first statement with this text is not answered, nor any later one there. */
    silentAt?: string;
  } = {},
): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const silenced = new Set<Socket>();
  const server = createServer((near) => {
    const socketFolder = decodeURIComponent(hostname);
    const far = socketFolder.startsWith('/')
      ? connect(`${socketFolder}/.s.PGSQL.${port}`)
      : connect(Number(port), hostname);
    const end = () => {
      if (silenced.has(near)) return;
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', () => undefined).on('close', end);
    sockets.push(near, far);
    const cut = () => {
      proxy.cuts++;
      return near.resetAndDestroy();
    };
    far.on('data', (answer: Buffer) => {
      if (cutsAt.answer && proxy.cuts === 0 && answer.includes(cutsAt.answer)) return cut();
      return proxy.isSilent || silenced.has(far) || near.write(answer);
    });
    near.on('data', (chunk: Buffer) => {
      // A simple query, or the first message of an extended one.
      if ([0x51, 0x50, 0x42].includes(chunk[0] ?? 0)) proxy.statements += 1;
      if (proxy.statements >= (cutsAt.silent ?? Infinity)) proxy.isSilent = true;
      if (cutsAt.silentAt && proxy.cuts === 0 && chunk.includes(cutsAt.silentAt)) {
        proxy.cuts++;
        silenced.add(near).add(far);
      }
      if (cutsAt.statement && chunk.includes(cutsAt.statement)) return cut();
      return silenced.has(near) || far.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = {
    url: through.href,
    isSilent: false,
    statements: 0,
    cuts: 0,
    silenceOpened() {
      for (const socket of sockets) silenced.add(socket);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}
