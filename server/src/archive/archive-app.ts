import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { type Context, Hono } from 'hono';
import { findActor } from '../access/actor.ts';
import { readCredential } from '../access/credential.ts';
import { sendFile } from '../file/send-file.ts';
import { findLinkedArchive } from '../moderation/suspended-account.ts';
import type { Services } from '../services.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findReadyArchive } from './archive.ts';
import { archivePath } from './archive-path.ts';

type Bindings = { Bindings: HttpBindings };

/**
 * The download of a member's own data: in their session soon after a proof of identity, or, while
 * they are suspended, with the `token` of an emailed link. [X1]
 */
export function archiveApp(services: Services): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.get(ARCHIVE_ADDRESS, (c) => sendArchive(c, services));
  return app;
}

async function sendArchive(c: Context<Bindings>, services: Services): Promise<Response> {
  const token = c.req.query('token');
  const found = token
    ? await findLinkedArchive(services, token)
    : await findOwnArchive(c.env.incoming, services);
  const release = holdPlace(services, found.userId);
  const asked = { path: archivePath(found.id), headers: ARCHIVE_HEADERS, release };
  const sent = await sendFile(c, services, asked);
  if (!sent) throw notFound();
  return sent;
}

/** A place among the member's own downloads and among those of all. Throws TOO_MANY_REQUESTS. */
function holdPlace({ limiter }: Services, memberId: string): () => void {
  const releaseOwn = limiter.hold('archive_by_member', memberId);
  try {
    const releaseAny = limiter.hold('archives_at_once', 'node');
    return () => {
      releaseOwn();
      releaseAny();
    };
  } catch (error) {
    releaseOwn();
    throw error;
  }
}

const ARCHIVE_HEADERS = {
  'content-type': 'application/zip',
  'content-disposition': 'attachment; filename="my-data.zip"',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

async function findOwnArchive(incoming: IncomingMessage, services: Services) {
  const credential = await readCredential(incoming, services);
  const actor = credential && (await findActor(services.db, credential));
  if (!actor) throw refusal('UNAUTHORIZED');
  return findReadyArchive({ services, actor });
}
