import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { clientAddress } from './access/client-address.ts';
import { readCredential } from './access/credential.ts';
import { isSameOrigin } from './access/same-origin.ts';
import { serveStream } from './live/stream.ts';
import { createPages } from './pages/pages.ts';
import type { Services } from './services.ts';
import { createApiHandler } from './wire/api-handler.ts';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const LIVE_PATH = '/realtime/v1';

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
    const isWrite = !SAFE.has(request.method ?? 'GET');
    if (isWrite && !request.headers.authorization && !isSameOrigin(request, services.env)) {
      return refuseForeignOrigin(response);
    }
    if (url.startsWith('/rest/v1/') || url.startsWith('/auth/v1/')) {
      const credential = await readCredential(request, services);
      const ip = clientAddress(request, services.env);
      response.setHeader('cache-control', 'no-store');
      response.setHeader('x-content-type-options', 'nosniff');
      const matched = await callApi({ services, credential, ip, requestId, request, response });
      if (isWrite) services.live.wake();
      if (matched) return;
    }
    if (url === LIVE_PATH || url.startsWith(`${LIVE_PATH}?`)) {
      const credential = await readCredential(request, services);
      return serveStream(request, response, { services, credential });
    }
    await servePage(request, response);
    if (isWrite) services.live.wake();
  }

  return createServer((request, response) => {
    handle(request, response).catch((error) => {
      services.log.error({ err: error, url: request.url }, 'a request failed');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('Something went wrong. Please try again.');
    });
  });
}

/** A browser brought a cookie from somewhere else: nothing is done with it. */
function refuseForeignOrigin(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'FOREIGN_ORIGIN',
      status: 403,
      detail: 'This request did not come from this site.',
      code: 'FOREIGN_ORIGIN',
      defined: false,
    }),
  );
}
