import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ORPCError } from '@orpc/server';
import { recordSecurityEvent } from '../access/security-log.ts';
import type { Services } from '../services.ts';
import { rawRefusal } from './problem.ts';
import { BODY_MAX_BYTES } from './read-body.ts';

const KB = 1024;
/** The minimum size counted for a request, including headers. */
const LEAST_KB = 4;
/** Requests that a client may send on one connection before the first of them is answered. */
const WAITING_MAX = 20;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Whether a request has a body, which may still be arriving. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Counts a call's body against its network's limit until it has arrived, or the response was sent:
 * Node may never close a request whose body nobody reads. Pictures are counted by member instead.
 * Throws TOO_MANY_REQUESTS.
 */
export function holdBody(
  { request, response, ip }: Exchange & { ip: string },
  { limiter }: Services,
): void {
  if (!hasBody(request) || request.url?.startsWith('/storage/')) return;
  const length = request.headers['content-length'] ?? BODY_MAX_BYTES;
  const bytes = Math.min(Number(length), BODY_MAX_BYTES);
  const size = Math.max(LEAST_KB, Math.ceil(bytes / KB));
  const release = limiter.hold('body_kb_by_ip', ip, size);
  request.once('close', release);
  response.once('close', release);
}

/**
 * How long the rest of a body is dropped after its answer, without a byte and in all, and how long
 * its connection may be idle afterwards.
 */
export type RestTimeouts = { restSilence: number; restWhole: number; keepAliveTimeout: number };

/**
 * Drops what still arrives of a body after its answer: a connection that is closed before all of
 * it was read is reset, and a client that is still sending loses the answer. One that stops
 * sending, or takes too long, is cut off.
 */
export function dropRest({ request, response }: Exchange, timeouts: RestTimeouts): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  // Before Node's own listener, which closes a connection that is not kept alive.
  response.prependOnceListener('finish', () => {
    if (request.complete || socket.destroyed) return;
    let isLast = false;
    socket.destroySoon = () => {
      isLast = true;
      socket.end();
    };
    const late = setTimeout(() => socket.destroy(), timeouts.restWhole);
    request.once('close', () => {
      clearTimeout(late);
      Reflect.deleteProperty(socket, 'destroySoon');
      if (isLast) socket.destroy();
      else socket.setTimeout(timeouts.keepAliveTimeout);
    });
    request.resume();
    process.nextTick(() => socket.setTimeout(timeouts.restSilence));
  });
}

/**
 * Handles the requests of one connection one after the other. Without this, a client that does not
 * wait for answers starts thousands at once with a few kilobytes. One with too many requests
 * waiting is cut off: a refusal could not be sent before the answers to the earlier ones.
 */
export function takeTurns(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  return (request, response) => {
    const line = lines.get(request.socket);
    if (!line || line.last.writableFinished) {
      lines.set(request.socket, { last: response, waiting: 0 });
      return handle(request, response);
    }
    if (line.waiting >= WAITING_MAX) {
      request.socket.destroy();
      return;
    }
    line.waiting += 1;
    line.last.once('finish', () => {
      line.waiting -= 1;
      handle(request, response);
    });
    line.last = response;
  };
}

/**
 * Limits each network's connections to a server; one too many gets a response and is closed
 * before anything is read. Behind a proxy all connections are the proxy's, which must count them.
 * Returns whether a connection was refused.
 */
export function limitConnections(server: Server, services: Services): (socket: Socket) => boolean {
  const { env, limiter } = services;
  const refused = new WeakSet<Socket>();
  if (env.trustProxy > 0) return () => false;
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? 'unknown';
    try {
      socket.once('close', limiter.hold('connection_by_ip', ip));
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      refused.add(socket);
      socket.end(rawRefusal(error, env), () => socket.destroy());
      noteRefused(services, ip).catch((err) =>
        services.log.error({ err }, 'a refused connection could not be recorded'),
      );
    }
  });
  return (socket) => refused.has(socket);
}

/** Records once a minute that connections of a network are refused: a flood has thousands. */
async function noteRefused(services: Services, ip: string): Promise<void> {
  if (!(await services.limiter.hasRoom('refused_connection_by_ip', ip))) return;
  await recordSecurityEvent(services, {
    event: 'rate_limited',
    call: 'connection',
    code: 'TOO_MANY_REQUESTS',
    limit: 'connection_by_ip',
    member_id: null,
    ip,
  });
}
