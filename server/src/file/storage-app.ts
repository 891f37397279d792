import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import {
  BUCKET,
  IMAGE_KINDS,
  IMAGE_MAX_BYTES,
  type ImageKind,
  imagePath,
  publicImageUrl,
  TOO_MANY_PIXELS,
  UPLOAD_FOLDERS,
} from '@kindpal/contract/file/rules';
import { SIGN_IN_FIRST } from '@kindpal/contract/transport/base';
import { type Context, Hono, type Next } from 'hono';
import { type Credential, findActor } from '../access/actor.ts';
import { clientAddress } from '../access/client-address.ts';
import { readCredential } from '../access/credential.ts';
import { isPageOfAnother } from '../access/expected-member.ts';
import { files } from '../db/schema/file.ts';
import type { Services } from '../services.ts';
import { limitBody } from '../transport/limit-body.ts';
import { problem } from '../transport/problem.ts';
import { refusal } from '../transport/refusal.ts';
import { NO_PAGE_POLICY } from '../transport/security-headers.ts';
import { sendFile } from './send-file.ts';

type Admitted = {
  Bindings: HttpBindings;
  Variables: { ownerId: string; credential: Credential };
};

/** Longer than any image's path, and shorter than what file systems refuse as a name. */
const PATH_MAX = 200;

/** Stores and serves images: the only endpoints with bytes instead of JSON. [X5] */
export function storageApp(services: Services): Hono<Admitted> {
  const app = new Hono<Admitted>();
  const limit = limitBody(IMAGE_MAX_BYTES - 1, (c) =>
    problem(c, 413, 'FILE_TOO_LARGE', 'File too large'),
  );
  for (const kind of IMAGE_KINDS) {
    const address = `/storage/v1/object/${BUCKET}/${UPLOAD_FOLDERS[kind]}`;
    app.post(
      address,
      (c, next) => admitSender(c, services, next),
      limit,
      (c) => storeImage(c, services, kind),
    );
  }
  app.get(`/storage/v1/object/public/${BUCKET}/*`, (c) => readImage(c, services));
  return app;
}

/**
 * Admits a member's upload, a few at a time. Checked before any byte is read, because slow
 * uploads take memory all the while.
 */
async function admitSender(
  c: Context<Admitted>,
  services: Services,
  next: Next,
): Promise<Response | undefined> {
  const { db, limiter } = services;
  const credential = await readCredential(c.env.incoming, services);
  const actor = credential && (await findActor(db, credential));
  if (!actor) return problem(c, 401, 'UNAUTHORIZED', SIGN_IN_FIRST);
  const { incoming, outgoing } = c.env;
  if (isPageOfAnother(incoming, credential, actor.id)) throw refusal('UNAUTHORIZED');
  if (!outgoing.closed) outgoing.once('close', limiter.hold('uploads_at_once_by_member', actor.id));
  await limiter.consume('upload_by_ip', clientAddress(incoming, services.env));
  await limiter.consume('upload_by_member', actor.id);
  c.set('ownerId', actor.id);
  c.set('credential', credential);
  await next();
  return undefined;
}

/** Stores the request body as an image under a random name of the sender. */
async function storeImage(
  c: Context<Admitted>,
  services: Services,
  kind: ImageKind,
): Promise<Response> {
  const ownerId = c.get('ownerId');
  const sent = new Uint8Array(await c.req.arrayBuffer());
  const encoded = await services.encoder.encode(sent, ownerId);
  if ('refused' in encoded) {
    return encoded.refused === 'pixels'
      ? problem(c, 413, 'TOO_MANY_PIXELS', TOO_MANY_PIXELS)
      : problem(c, 415, 'INVALID_FILE_TYPE', 'Invalid file type');
  }
  // A picture may take a minute to arrive, and its sender's session may have ended meanwhile.
  if (!(await findActor(services.db, c.get('credential')))) {
    return problem(c, 401, 'UNAUTHORIZED', SIGN_IN_FIRST);
  }
  const path = imagePath(kind, { userId: ownerId, name: randomBytes(16).toString('hex') });
  // The row first: bytes without a row would never be removed.
  await services.db.drizzle
    .insert(files)
    .values({ path, owner_id: ownerId, bytes: encoded.bytes.byteLength });
  await services.images.put(path, encoded.bytes);
  return c.json({ path, url: publicImageUrl(path) }, 201);
}

/** Serves an image; its name is random and its bytes never change. */
async function readImage(c: Context<Admitted>, services: Services): Promise<Response> {
  const path = c.req.path.split(`/public/${BUCKET}/`)[1] ?? '';
  if (path.length > PATH_MAX || !/^[\w-]+(\/[\w-]+)*\.webp$/.test(path))
    return problem(c, 404, 'NOT_FOUND', 'No such image.');
  // Each keeps a file open until its reader has finished, and one connection may request many at
  // once.
  const address = clientAddress(c.env.incoming, services.env);
  const release = services.limiter.hold('image_by_ip', address);
  const image = await sendFile(c, services, { path, headers: IMAGE_HEADERS, release });
  return image ?? problem(c, 404, 'NOT_FOUND', 'No such image.');
}

const IMAGE_HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': `${NO_PAGE_POLICY}; sandbox`,
  'content-disposition': 'inline',
};
