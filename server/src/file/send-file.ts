import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ImageStore } from './image-store.ts';

type Asked = {
  path: string;
  headers: Record<string, string>;
  /** Called once the store has nothing more to send, even if the client has gone before that. */
  release: () => void;
};

/** Sends a stored file; null when there is none. */
export async function sendFile<Needed extends { Bindings: HttpBindings }>(
  c: Context<Needed>,
  images: ImageStore,
  { path, headers, release }: Asked,
): Promise<Response | null> {
  const bytes = await images.find(path).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!bytes) {
    release();
    return null;
  }
  bytes.once('close', release);
  // Nobody reads the body of a HEAD response, or for a client that has gone: its file would stay
  // open.
  if (c.req.method === 'HEAD' || c.env.outgoing.closed) {
    bytes.destroy();
    return c.body(null, 200, headers);
  }
  // Readable.toWeb throws from an event handler, where nothing can catch it, when the client
  // hangs up.
  return c.body(ReadableStream.from<Uint8Array>(bytes), 200, headers);
}
