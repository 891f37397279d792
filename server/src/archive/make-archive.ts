import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { ZipFile } from 'yazl';
import { z } from 'zod';
import { addressOf } from '../account/address-of.ts';
import { dataArchive } from '../db/schema/deletion.ts';
import type { Env } from '../env.ts';
import { archiveReadyMail } from '../mail/mails/archive-ready.ts';
import { findSuspension } from '../moderation/queries.ts';
import { suspensionUrl } from '../moderation/suspension-link.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { archivePath } from './archive-path.ts';
import { ARCHIVE_TABLES } from './archive-tables.ts';

/** How many rows are in memory at a time. */
const BATCH = 500;

const picturesSchema = z.array(z.object({ path: z.string() }));
const rowsSchema = z.array(z.object({ row: z.string() }));

/** Where exports are written before they are stored. */
const folderOf = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'archives-under-way');

/**
 * Removes what a killed process of this data directory left behind: another node may have finished
 * that export, and would not know of the copy here. A node that shares the directory and is
 * writing one right now fails, and tries again; the folder stays for what it begins meanwhile. [X1]
 */
export async function removeUnfinished(env: Pick<Env, 'dataDir'>): Promise<void> {
  const folder = folderOf(env);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Writes a requested export, stores it, and emails that it is ready. It is streamed, never in
 * memory as a whole. If it was deleted or replaced meanwhile, the result is dropped. [X1]
 */
export async function makeArchive(
  services: Services,
  { id }: { id: string },
  { signal, end }: TaskAttempt,
): Promise<void> {
  const folder = join(folderOf(services.env), id);
  // Left over from an attempt that was killed.
  await rm(folder, { recursive: true, force: true });
  // A killed attempt may have stored it before its member left or asked again.
  const asked = await findAsked(services, id);
  if (!asked || asked.readyAt) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = join(folder, 'archive.zip');
    await writeZip(services, { memberId: asked.userId, file, signal });
    await services.images.putFile(archivePath(id), { file, type: 'application/zip' });
    signal.throwIfAborted();
    const { size } = await stat(file);
    await finish(services, { id, memberId: asked.userId, bytes: size, end });
  } catch (error) {
    // Another process may have taken this task over and ended it while this one was frozen in the
    // upload: then no other attempt follows that would remove the file.
    await findAsked(services, id).catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The request of an export; if it is gone, the file that may be stored for it is removed. */
async function findAsked({ db, tasks }: Services, id: string) {
  const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.id, id));
  if (!asked) await tasks.add('remove_image', { path: archivePath(id) });
  return asked;
}

type Made = Pick<TaskAttempt, 'end'> & { id: string; memberId: string; bytes: number };

/**
 * Marks it as ready, unless its member has left or asked again: then nobody would find the file.
 */
async function finish(services: Services, { id, memberId, bytes, end }: Made): Promise<void> {
  const { db, clock, mailer, env, tasks } = services;
  await db.drizzle.transaction(async (tx) => {
    // First: a process that was frozen during the upload must not write that it is ready once more.
    await end(tx);
    const [ready] = await tx
      .update(dataArchive)
      .set({ readyAt: clock.now(), bytes })
      .where(eq(dataArchive.id, id))
      .returning();
    const to = await addressOf(tx, memberId);
    if (ready && to !== undefined) {
      const suspended = await findSuspension(tx, memberId);
      const page = suspended && { suspension: suspensionUrl(services, suspended) };
      await mailer.send(archiveReadyMail(env, { to, days: ARCHIVE_DAYS, ...page }), tx);
    } else await tasks.add('remove_image', { path: archivePath(id) }, tx);
  });
}

type Given = { memberId: string; file: string; signal: AbortSignal };

/**
 * Reads all rows from one snapshot, on its own connection, which is released before the pictures.
 */
async function writeZip(services: Services, { memberId, file, signal }: Given): Promise<void> {
  // Lazy-loaded, because it is only used here.
  const { ZipFile: Zip } = await import('yazl');
  const client = await services.db.pool.connect();
  let isReading = true;
  /** Ends the connection of an aborted attempt, which may have fallen silent. */
  const drop = () => {
    if (isReading) client.release(true);
    isReading = false;
  };
  signal.addEventListener('abort', drop);
  const last: { picture?: Readable | null; isOver?: true } = {};
  const endReading = async () => {
    if (!isReading) return;
    isReading = false;
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const pictures = await listPictures(client, memberId);
    // Nothing waits between here and the pipeline: until then, a failed part would end the process.
    const zip = new Zip();
    // The library does not end the file when a part fails.
    zip.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    for (const [name, text] of Object.entries(ARCHIVE_TABLES)) {
      addPart(zip, `${name}.json`, async () => Readable.from(writeRows(client, text, memberId)));
    }
    // The pictures come last, so that a slow image store does not hold a database connection.
    for (const path of pictures) {
      // A missing picture becomes an empty file instead of failing the whole export.
      const open = async () => {
        await endReading();
        last.picture = await services.images.find(path);
        if (last.isOver) last.picture?.destroy();
        return last.picture ?? Readable.from([]);
      };
      addPart(zip, `pictures/${path}`, open, false);
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }), { signal });
  } finally {
    // Neither the library nor the pipeline closes a picture that was not read to its end.
    last.isOver = true;
    last.picture?.destroy();
    signal.removeEventListener('abort', drop);
    if (signal.aborted) drop();
    await endReading();
  }
}

async function listPictures(client: pg.PoolClient, memberId: string): Promise<string[]> {
  const { rows } = await client.query(
    'SELECT path FROM files WHERE owner_id = $1 AND removed_at IS NULL ORDER BY created_at',
    [memberId],
  );
  return picturesSchema.parse(rows).map(({ path }) => path);
}

/** Adds a part that is read when its turn comes; an error ends the whole file. */
function addPart(zip: ZipFile, name: string, open: () => Promise<Readable>, compress = true): void {
  zip.addReadStreamLazy(name, { compress }, (callback) => {
    open().then(
      (stream) => {
        stream.once('error', (error) => zip.emit('error', error));
        callback(null, stream);
      },
      (error) => callback(error, Readable.from([])),
    );
  });
}

/** The rows of a statement as a JSON array, in batches. */
async function* writeRows(
  client: pg.PoolClient,
  text: string,
  memberId: string,
): AsyncGenerator<string> {
  await client.query(`DECLARE part NO SCROLL CURSOR FOR SELECT row::text FROM (${text}) found`, [
    memberId,
  ]);
  let between = '[\n';
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query(`FETCH ${BATCH} FROM part`);
    for (const { row } of rowsSchema.parse(rows)) {
      yield between + row;
      between = ',\n';
    }
    isMore = rows.length === BATCH;
  }
  await client.query('CLOSE part');
  yield between === '[\n' ? '[]\n' : '\n]\n';
}
