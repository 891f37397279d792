import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The product at an origin of its own, where a second release can be published. */
export type Releases = { origin: string; publish(): void; close(): void };

/**
 * Stands before a running Kindpal. What it publishes has all scripts and styles under new names, says so
 * in its pages and its service worker, and has the old ones no longer: to a browser, that is a release.
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
  asked.on('response', async (answer) => {
    const { statusCode = 502, headers: given } = answer;
    if (!isSecond || !/html|javascript/.test(given['content-type'] ?? '')) {
      outgoing.writeHead(statusCode, given);
      return answer.pipe(outgoing);
    }
    // Its inline scripts are other ones than those that the policy and the length were written for.
    const { 'content-security-policy': _, 'content-length': __, ...kept } = given;
    outgoing.writeHead(statusCode, kept).end(inSecondRelease(await text(answer)));
  });
  incoming.pipe(asked);
}

const inSecondRelease = (code: string) =>
  code.replaceAll('/assets/', '/assets2/').replace(/revision:`(\w+)`/g, 'revision:`$1-2`');
