import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Services } from '../services.ts';
import { requestIdOf } from './problem.ts';

type Sent = { parts: Readable; headers: Record<string, string>; log: Services['log'] };

/**
 * Sends a body of any length with status 200, straight to the response. When its source fails, the
 * connection is cut off, because an incomplete body must not look complete.
 */
export async function sendStream(
  outgoing: ServerResponse,
  { parts, headers, log }: Sent,
): Promise<Response> {
  let hasLeft = false;
  outgoing.once('close', () => {
    hasLeft = true;
  });
  parts.once('error', (err) => {
    // The source of a client that has left is ended by force, which is no fault of it.
    if (hasLeft) return;
    log.warn({ err, request_id: requestIdOf(outgoing) }, 'a response was cut off');
    // The end of an HTTP/1.0 connection is the end of the body, unless it is a reset.
    if (outgoing.req.httpVersionMinor === 0) outgoing.socket?.resetAndDestroy();
  });
  outgoing.writeHead(200, headers);
  await pipeline(parts, outgoing).catch(() => undefined);
  return RESPONSE_ALREADY_SENT;
}
