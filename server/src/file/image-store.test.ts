import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseEnv } from '../env.ts';
import { type SilentServer, startSilentServer } from '../testing/outside/silent-server.ts';
import { withoutUncaught } from '../testing/without-uncaught.ts';
import { type ImageStore, openImageStore } from './image-store.ts';

let dataDir: string;
let silent: SilentServer;
let store: ImageStore;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kindpal-store-'));
  silent = await startSilentServer();
  const storageUrl = `s3://key:secret@127.0.0.1:${silent.port}/bucket?tls=false`;
  store = await openImageStore({ ...parseEnv({}), dataDir, storageUrl });
});
afterEach(async () => {
  await silent.close();
  await rm(dataDir, { recursive: true });
});

const put = (file: string) => store.putFile('archives/one', { file, type: 'application/zip' });

test('a file that cannot be opened fails only its upload to a bucket, not the process', async () => {
  // A socket exists and has a size, and opening it fails.
  const file = join(dataDir, 'socket');
  const server = createServer().listen(file);
  await once(server, 'listening');
  await withoutUncaught(() => expect(put(file)).rejects.toThrow('ENXIO'));
  server.close();
});

test('a file that cannot be read fails only its upload to a bucket, not the process', async () => {
  // A folder can be opened, and its first read fails, as on a broken disk.
  await withoutUncaught(() => expect(put(dataDir)).rejects.toThrow());
});
