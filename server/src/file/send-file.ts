import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context } from 'hono';

/** Sends a file of the image store. */
export function sendFile(c: Context, bytes: Readable, headers: Record<string, string>): Response {
  // Nobody reads the body of a HEAD response, so its file would stay open.
  if (c.req.method === 'HEAD') {
    bytes.destroy();
    return c.body(null, 200, headers);
  }
  // Readable.toWeb throws from an event handler, where nothing can catch it, when the client
  // hangs up.
  return c.body(ReadableStream.from<Uint8Array>(bytes), 200, headers);
}

/** Calls `release` when the answer has been sent or its client has disconnected. */
export function releaseWithAnswer(
  outgoing: Pick<ServerResponse, 'closed' | 'once'>,
  release: () => void,
): void {
  if (outgoing.closed) release();
  else outgoing.once('close', release);
}
