import type { Context, MiddlewareHandler } from 'hono';

/**
 * Refuses a body of more than this many bytes, before its end has arrived. Hono's own middleware
 * copies a request of unknown length with `new Request(request)`, which Node refuses for those of
 * its server.
 */
export function limitBody(bytes: number, refuse: (c: Context) => Response): MiddlewareHandler {
  return async (c, next) => {
    const { headers, body, url, method } = c.req.raw;
    const length = headers.get('content-length');
    if (length !== null && !headers.has('transfer-encoding')) {
      if (Number(length) > bytes) return refuse(c);
    } else if (body) {
      const read = await readUpTo(bytes, body);
      if (!read) return refuse(c);
      c.req.raw = new Request(url, { method, headers, body: read });
    }
    await next();
    return undefined;
  };
}

/** All of a body, or null if it has more than this many bytes. */
async function readUpTo(bytes: number, body: ReadableStream<Uint8Array>): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytes) return null;
    chunks.push(new Uint8Array(chunk));
  }
  return new Blob(chunks);
}
