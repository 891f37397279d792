import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { clientAddress } from './access/client-address.ts';
import { readCredential } from './access/credential.ts';
import { isOfAnotherMember } from './access/expected-member.ts';
import { isSameOrigin } from './access/same-origin.ts';
import { eventOfStatus, type Refused, recordSecurityEvent } from './access/security-log.ts';
import { endLeftBehind } from './account/session/end-left-behind.ts';
import { isDiskFull, STORAGE_FULL } from './db/disk-space.ts';
import { LIVE_PATH, serveStream } from './live/stream.ts';
import { createPages } from './pages/pages.ts';
import type { Services } from './services.ts';
import { takesForeignForm } from './sso/callback-app.ts';
import { TIMEOUTS } from './timeouts.ts';
import { createApiHandler } from './transport/api-handler.ts';
import {
  dropRest,
  holdBody,
  limitConnections,
  type RestTimeouts,
  takeTurns,
} from './transport/arrivals.ts';
import { plainProblem, requestIdOf, sendProblem, sendRefusal } from './transport/problem.ts';
import { fault, isRefusal, refusal } from './transport/refusal.ts';
import { securityHeaders } from './transport/security-headers.ts';
import { answerUnreadable, BAD_REQUEST, hasHost } from './transport/unreadable.ts';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A browser sent a cookie from another site: the request is refused. */
const FOREIGN_ORIGIN: [number, string, string] = [
  403,
  'FOREIGN_ORIGIN',
  'This request did not come from this site.',
];
/** Signing in and out. */
const SESSION_CALL = /^\/auth\/v1\/(token|logout)(\?|$)/;

/**
 * How long a request may take to arrive, and how long a connection may be idle, so that neither
 * slow senders nor stalled readers hold it forever.
 */
export type ConnectionTimeouts = Pick<
  ServerOptions,
  'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'
> &
  RestTimeouts & { silence: number };
const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  headersTimeout: TIMEOUTS.requestHeaders,
  requestTimeout: TIMEOUTS.requestWhole,
  keepAliveTimeout: TIMEOUTS.connectionReuse,
  connectionsCheckingInterval: 5_000,
  silence: TIMEOUTS.connectionSilence,
  restSilence: TIMEOUTS.restSilence,
  restWhole: TIMEOUTS.restWhole,
};

/**
 * Combines the product into one server: calls of the contract first, directly on node:http, then
 * live streams, then the rest (files, pages, health) through Hono.
 */
export function createApp(
  services: Services,
  timeouts: ConnectionTimeouts = CONNECTION_TIMEOUTS,
): Server {
  const headers = securityHeaders(services.env);
  const callApi = createApiHandler();
  const servePage = getRequestListener(createPages(services).fetch, {
    overrideGlobalObjects: false,
    // `dropRest` does this for all requests.
    autoCleanupIncoming: false,
    hostname: new URL(services.env.appUrl).host,
    errorHandler(error) {
      if (!(error instanceof RequestError)) throw error;
      const body = plainProblem(...BAD_REQUEST);
      return Response.json(body, { status: body.status });
    },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    // A client may put the host into the address as well (RFC 9112, 3.2.2).
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '');
    const url = request.url ?? '/';
    const ip = clientAddress(request, services.env);
    holdBody({ request, response, ip }, services);
    if (!hasHost(request)) return sendProblem(response, BAD_REQUEST);
    const arrived = { services, ip, requestId, request, response };
    const isWrite = !SAFE.has(request.method ?? 'GET');
    const isForeign = isWrite && !isSameOrigin(request, services.env);
    if (isForeign && !request.headers.authorization && !takesForeignForm(url)) {
      sendProblem(response, FOREIGN_ORIGIN);
      return note('foreign_origin', { services, request, response });
    }
    const isSessionCall = SESSION_CALL.test(url);
    // Members who only read need to sign in, and that takes hardly any space.
    if (isWrite && services.disk.isFull() && !isSessionCall) {
      return sendProblem(response, STORAGE_FULL);
    }
    // Whatever follows then finds no session, so this is a visitor's request. Signing in and out
    // end sessions themselves: `global` and `others` mean more than this one.
    if (!isSessionCall) await endLeftBehind(arrived);
    if (url.startsWith('/rest/v1/') || url.startsWith('/auth/v1/')) {
      const credential = await readCredential(request, services);
      // Signing in and out is not done in the name of anybody.
      const isInName = isWrite && url.startsWith('/rest/v1/');
      if (isInName && (await isOfAnotherMember(request, credential, services))) {
        sendRefusal(response, refusal('UNAUTHORIZED'));
        return note('unauthorized', { services, request, response });
      }
      const matched = await callApi({ ...arrived, credential });
      if (isWrite) services.live.wake();
      if (matched) return;
    }
    const isStream = url === LIVE_PATH || url.startsWith(`${LIVE_PATH}?`);
    if (isStream && request.method === 'GET') {
      const credential = await readCredential(request, services);
      await serveStream(request, response, { services, credential, ip });
      return;
    }
    await servePage(request, response);
    if (isWrite) services.live.wake();
    await note(eventOfStatus(response.statusCode), { services, request, response });
  }

  const answer = takeTurns((request, response) => {
    const exchange = { services, request, response };
    dropRest(exchange, timeouts);
    handle(request, response)
      .catch((error) => answerFault(error, exchange))
      .catch((error) => services.log.error({ err: error }, 'an error response could not be sent'));
  });
  const receive: RequestListener = (request, response) => {
    if (!isRefused(request.socket)) answer(request, response);
  };
  const server = createServer({ ...timeouts, requireHostHeader: false }, receive);
  server.timeout = timeouts.silence;
  const isRefused = limitConnections(server, services);
  // A request may be answered whatever else it expects; Node would refuse it without a body.
  server.on('checkExpectation', receive);
  return server.on('clientError', answerUnreadable(services.env));
}

type Exchange = { services: Services; request: IncomingMessage; response: ServerResponse };

/** A refusal is sent as such; everything else is logged and masked. */
async function answerFault(error: unknown, exchange: Exchange): Promise<void> {
  const { services, request, response } = exchange;
  const isFull = isDiskFull(error);
  const request_id = requestIdOf(response);
  if (isFull) services.disk.noteFailure(error);
  else if (!isRefusal(error))
    services.log.error({ err: error, path: pathOf(request), request_id }, 'a request failed');
  if (response.headersSent) response.end();
  else if (isFull) sendProblem(response, STORAGE_FULL);
  else sendRefusal(response, isRefusal(error) ? error : fault(request_id));
  await note(eventOfStatus(response.statusCode), exchange);
}

/** The address of a request for the log, without the query, which may contain a key. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** Records a refusal outside the contract: a page, a file, a stream. */
async function note(
  event: Refused | null,
  { services, request, response }: Exchange,
): Promise<void> {
  if (!event) return;
  await recordSecurityEvent(services, {
    event,
    call: `${request.method} ${pathOf(request)}`.slice(0, 200),
    member_id: null,
    ip: clientAddress(request, services.env),
    request_id: requestIdOf(response),
  });
}
