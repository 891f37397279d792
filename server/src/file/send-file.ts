import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Services } from '../services.ts';
import { sendStream } from '../transport/send-stream.ts';

type Asked = {
  path: string;
  headers: Record<string, string>;
  /** Called once the store has nothing more to send, even if the client has gone before that. */
  release: () => void;
};

/** Sends a stored file; null when there is none. */
export async function sendFile<Needed extends { Bindings: HttpBindings }>(
  c: Context<Needed>,
  { images, log }: Services,
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
  return sendStream(c.env.outgoing, { parts: bytes, headers, log });
}
