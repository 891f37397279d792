import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { type Env, findS3Settings } from '../env.ts';
import { TIMEOUTS } from '../timeouts.ts';
import type { StoreTimeouts } from './s3-store.ts';

/**
 * Stores encoded images by their path below the bucket: in a folder, or in an S3-compatible
 * store.
 */
export type ImageStore = {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Stores a local file, such as an export of a member's data. */
  putFile(path: string, given: { file: string; type: string }): Promise<void>;
  /** The bytes, or null when there is no such image. */
  find(path: string): Promise<Readable | null>;
  remove(path: string): Promise<void>;
};

type Where = Pick<Env, 'dataDir' | 'storageUrl'>;

/** The store from the settings. [X5] */
export async function openImageStore(
  env: Where,
  timeouts: StoreTimeouts = TIMEOUTS,
): Promise<ImageStore> {
  const disk = new Disk(await openDriver(env, timeouts));

  /** The disk driver can't set a mode; a copy of the folder elsewhere keeps the one set here. */
  async function writePrivately(path: string, write: () => Promise<void>): Promise<void> {
    if (env.storageUrl) return write();
    const file = join(env.dataDir, 'files', path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await write();
    await chmod(file, 0o600);
  }

  return {
    put: (path, bytes) =>
      writePrivately(path, () => disk.put(path, bytes, { contentType: 'image/webp' })),
    async putFile(path, { file, type }) {
      // Opened first: the S3 client does not wait for the error of a stream that cannot open.
      const opened = await open(file);
      const { size } = await opened.stat();
      const options = { contentType: type, contentLength: size };
      const bytes = opened.createReadStream();
      try {
        await writePrivately(path, () => disk.putStream(path, bytes, options));
      } finally {
        // The S3 client leaves the file open when a request fails.
        bytes.destroy();
      }
    },
    async find(path) {
      if (!(await disk.exists(path))) return null;
      try {
        const image = await disk.getStream(path);
        // An empty answer ends without ever being readable, or is readable only at its end.
        await Promise.race([once(image, 'readable'), once(image, 'end')]);
        if (image.readableLength > 0) return image;
        image.destroy();
        return null;
      } catch (error) {
        // Removed after the check above, while somebody was reading it.
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (path) => disk.delete(path),
  };
}

/** Whether a read failed because there is no such file, or no such object in the S3 store. */
function isMissing(error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
  const { cause } = error as { cause?: { $metadata?: { httpStatusCode?: number } } };
  return cause?.$metadata?.httpStatusCode === 404;
}

async function openDriver({ dataDir, storageUrl }: Where, timeouts: StoreTimeouts) {
  const s3 = storageUrl && findS3Settings(storageUrl);
  if (!s3)
    return new FSDriver({ location: keepPrivate(join(dataDir, 'files')), visibility: 'private' });
  // Lazy-loaded: the S3 client is the largest dependency.
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(s3, timeouts);
}

/** Creates a folder that no other user of this machine can open, whatever it contains. */
function keepPrivate(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}
