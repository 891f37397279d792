import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP } from './timeouts.ts';

const LOOK_MS = 50;

/**
 * Closes a server without cutting off anybody who is being served: every answer from now on tells
 * its connection to close, idle connections are closed after a moment, and what is still under way
 * when the time is over is cut off.
 */
export async function closeServer(server: Server): Promise<void> {
  const isIdle = (await countConnections(server)) === 0;
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  if (!isIdle) await sleep(STOP.lastRequests);
  const closed = once(server, 'close');
  server.close();
  // A request that began before the stop leaves its connection open and idle.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const late = setTimeout(() => server.closeAllConnections(), STOP.requests);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));
}
