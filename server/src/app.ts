import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { ORPCError } from '@orpc/server';
import { clientAddress } from './access/client-address.ts';
import { readCredential } from './access/credential.ts';
import { isSameOrigin } from './access/same-origin.ts';
import { LIVE_PATH, serveStream } from './live/stream.ts';
import { createPages } from './pages/pages.ts';
import type { Services } from './services.ts';
import { createApiHandler } from './wire/api-handler.ts';
import { sendProblem, sendRefusal } from './wire/problem.ts';
import { answerUnreadable } from './wire/unreadable.ts';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A browser brought a cookie from somewhere else: nothing is done with it. */
const FOREIGN_ORIGIN: [number, string, string] = [
  403,
  'FOREIGN_ORIGIN',
  'This request did not come from this site.',
];
const FAULT: [number, string, string] = [
  500,
  'INTERNAL_SERVER_ERROR',
  'Something went wrong. Please try again.',
];

/**
 * Composes the product into one server: calls of the contract first, straight on node:http, then
 * live streams, and the rest (files, pages, health) through Hono.
 */
export function createApp(services: Services): Server {
  const callApi = createApiHandler();
  const servePage = getRequestListener(createPages(services).fetch, {
    overrideGlobalObjects: false,
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    const url = request.url ?? '/';
    const ip = clientAddress(request, services.env);
    const isWrite = !SAFE.has(request.method ?? 'GET');
    if (isWrite && !request.headers.authorization && !isSameOrigin(request, services.env)) {
      return sendProblem(response, FOREIGN_ORIGIN);
    }
    if (url.startsWith('/rest/v1/') || url.startsWith('/auth/v1/')) {
      const credential = await readCredential(request, services);
      response.setHeader('cache-control', 'no-store');
      response.setHeader('x-content-type-options', 'nosniff');
      const matched = await callApi({ services, credential, ip, requestId, request, response });
      if (isWrite) services.live.wake();
      if (matched) return;
    }
    const isStream = url === LIVE_PATH || url.startsWith(`${LIVE_PATH}?`);
    if (isStream && request.method === 'GET') {
      const credential = await readCredential(request, services);
      return serveStream(request, response, { services, credential, ip });
    }
    await servePage(request, response);
    if (isWrite) services.live.wake();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => answerFault(error, { services, request, response }));
  });
  return server.on('clientError', answerUnreadable);
}

type Exchange = { services: Services; request: IncomingMessage; response: ServerResponse };

/** A refusal is answered as such; everything else is logged and masked. */
function answerFault(error: unknown, { services, request, response }: Exchange): void {
  const isRefusal = error instanceof ORPCError && error.status < 500;
  if (!isRefusal) services.log.error({ err: error, path: pathOf(request) }, 'a request failed');
  if (response.headersSent) response.end();
  else if (isRefusal) sendRefusal(response, error);
  else sendProblem(response, FAULT);
}

/** The address of a request for the log: what follows the path may be a key. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}
