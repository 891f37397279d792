import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** The address of the database through the proxy. */
  url: string;
  /** While true, PostgreSQL's answers are dropped. */
  isSilent: boolean;
  /** How many connections were cut. */
  cuts: number;
  close(): void;
};

/** A proxy to the database at `url` that cuts a connection when a statement contains `cutsAt`. */
export async function startDatabaseProxy(url: string, cutsAt?: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const socketFolder = decodeURIComponent(hostname);
    const far = socketFolder.startsWith('/')
      ? connect(`${socketFolder}/.s.PGSQL.${port}`)
      : connect(Number(port), hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', () => undefined).on('close', end);
    sockets.push(near, far);
    far.on('data', (answer) => proxy.isSilent || near.write(answer));
    near.on('data', (chunk: Buffer) => {
      if (!cutsAt || !chunk.includes(cutsAt)) return far.write(chunk);
      proxy.cuts++;
      return near.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = {
    url: through.href,
    isSilent: false,
    cuts: 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}
