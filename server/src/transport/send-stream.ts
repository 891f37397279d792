import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Services } from '../services.ts';

type Sent = {
  parts: Readable | AsyncGenerator<string>;
  headers: Record<string, string>;
  log: Services['log'];
};

/**
 * Sends a body of any length with status 200, straight to the response: when its source fails, the
 * connection is cut off, because an incomplete body must not look complete.
 */
export async function sendStream(
  outgoing: ServerResponse,
  { parts, headers, log }: Sent,
): Promise<Response> {
  outgoing.writeHead(200, headers);
  try {
    await pipeline(parts, outgoing);
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err }, 'a response was cut off');
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}
