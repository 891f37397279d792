import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ORPCError } from '@orpc/server';
import type { Services } from '../services.ts';
import { rawRefusal } from './problem.ts';
import { BODY_MAX_BYTES } from './read-body.ts';

const KB = 1024;
/** The minimum size counted for a request, including headers. */
const LEAST_KB = 4;

type Exchange = { request: IncomingMessage; response: ServerResponse; ip: string };

/**
 * Counts a call's body against its network's limit until it has arrived, or the response was sent:
 * Node may never close a request whose body nobody reads. Pictures are counted by member instead.
 * Throws TOO_MANY_REQUESTS.
 */
export function holdBody({ request, response, ip }: Exchange, { limiter }: Services): void {
  const { 'content-length': length, 'transfer-encoding': pieces } = request.headers;
  if (length === undefined && pieces === undefined) return;
  if (request.url?.startsWith('/storage/')) return;
  const bytes = Math.min(Number(length ?? BODY_MAX_BYTES), BODY_MAX_BYTES);
  const size = Math.max(LEAST_KB, Math.ceil(bytes / KB));
  const release = limiter.hold('body_kb_by_ip', ip, size);
  request.once('close', release);
  response.once('close', release);
}

/**
 * Limits each network's connections to a server; one too many gets a response and is closed
 * before anything is read. Behind a proxy all connections are the proxy's, which must count them.
 * Returns whether a connection was refused.
 */
export function limitConnections(
  server: Server,
  { env, limiter }: Services,
): (socket: Socket) => boolean {
  const refused = new WeakSet<Socket>();
  if (env.trustProxy > 0) return () => false;
  server.on('connection', (socket: Socket) => {
    try {
      socket.once('close', limiter.hold('connection_by_ip', socket.remoteAddress ?? 'unknown'));
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      refused.add(socket);
      socket.end(rawRefusal(error), () => socket.destroy());
    }
  });
  return (socket) => refused.has(socket);
}
