import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP } from './timeouts.ts';

const LOOK_MS = 50;

/**
 * Returns a function that closes a server without cutting off active clients: it accepts no new
 * connections, every response asks its connection to close, idle connections are closed after a
 * moment, and whatever is still running when the time is over is cut off. To be called before the
 * server listens.
 */
export function makeClose(server: Server): () => Promise<void> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return () => close(server, connections);
}

async function close(server: Server, connections: Set<Socket>): Promise<void> {
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  const closed = once(server, 'close');
  // HTTP's own close would cut off connections whose next request is being sent.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, sleep(STOP.lastRequests)]);
  // Browsers also connect in advance; until something has arrived, Node expects a request there.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  // A request from before the stop leaves its connection open and idle.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const late = setTimeout(() => server.closeAllConnections(), STOP.requests);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
