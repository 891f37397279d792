import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, answerWith } from './answer-with.ts';

/** An S3-compatible store that has every object, at `url`. */
export type SlowStore = { url: string; requests(): number; close(): Promise<void> };

/** Answers everything with `send`, except whether an object exists. */
export async function startSlowStore(send: Answer): Promise<SlowStore> {
  let requests = 0;
  const answer: Answer = (request, response) => {
    requests += 1;
    return request.method === 'HEAD' ? response.end() : send(request, response);
  };
  const server = createServer(answerWith(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://key:secret@127.0.0.1:${port}/bucket?tls=false`,
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers a byte at a time, without an end. */
export function drip(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
}
