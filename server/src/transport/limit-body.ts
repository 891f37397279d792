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

/**
 * All of a body, or null if it has more than this many bytes. Its rest is read and dropped: a
 * stream that is canceled leaves its connection stopped, and the client could not read the answer.
 */
async function readUpTo(bytes: number, body: ReadableStream<Uint8Array>): Promise<Blob | null> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > bytes) {
      dropAll(reader).catch(() => undefined);
      return null;
    }
    chunks.push(new Uint8Array(read.value));
  }
  return new Blob(chunks);
}

/** Until the end, or until the connection is closed, which throws. */
async function dropAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
