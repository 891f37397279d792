import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The product at its own origin, where a second release can be published. */
export type Releases = { origin: string; publish(): void; close(): void };

/**
 * A proxy in front of a running Kindpal. The release it publishes renames all scripts and styles,
 * in its pages and its service worker, too, and no longer has the old ones: for a browser, that
 * is a release.
 */
export async function startReleases(upstream: string): Promise<Releases> {
  let isSecond = false;
  const server = createServer((incoming, outgoing) => {
    if (isSecond && incoming.url?.startsWith('/assets/')) outgoing.writeHead(404).end();
    else forward(upstream, incoming, outgoing, isSecond);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    publish: () => {
      isSecond = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(
  upstream: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isSecond: boolean,
): void {
  const { method, headers, url = '/' } = incoming;
  const own = { ...headers, host: new URL(upstream).host, 'accept-encoding': 'identity' };
  const origin = headers.origin ? { origin: upstream } : {};
  const asked = request(`${upstream}${url.replace('/assets2/', '/assets/')}`, {
    method,
    headers: { ...own, ...origin },
  });
  asked.on('error', () => outgoing.destroy());
  asked.on('response', (answer) => {
    sendBack(answer, outgoing, isSecond).catch(() => outgoing.destroy());
  });
  incoming.pipe(asked);
}

async function sendBack(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  isSecond: boolean,
): Promise<void> {
  const { statusCode = 502, headers: given } = answer;
  if (!isSecond || !/html|javascript/.test(given['content-type'] ?? '')) {
    outgoing.writeHead(statusCode, given);
    answer.pipe(outgoing);
    return;
  }
  // Its inline scripts have changed, so the original policy and length are wrong.
  const { 'content-security-policy': _, 'content-length': __, ...kept } = given;
  outgoing.writeHead(statusCode, kept).end(inSecondRelease(await text(answer)));
}

const inSecondRelease = (code: string) =>
  code.replaceAll('/assets/', '/assets2/').replace(/revision:`(\w+)`/g, 'revision:`$1-2`');
