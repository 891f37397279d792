import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { parseEnv } from '../env.ts';
import { openImageStore } from './image-store.ts';

test('a file that cannot be opened fails only its upload, not the process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindpal-store-'));
  const storageUrl = 's3://key:secret@127.0.0.1:9/bucket?tls=false';
  const store = await openImageStore({ ...parseEnv({}), dataDir, storageUrl });
  const uncaught = vi.fn();
  process.on('uncaughtExceptionMonitor', uncaught);
  // A socket exists and has a size, and opening it fails.
  const file = join(dataDir, 'socket');
  const server = createServer().listen(file);
  await once(server, 'listening');
  const stored = store.putFile('archives/one', { file, type: 'application/zip' });
  await expect(stored).rejects.toThrow();
  await setImmediate();
  process.off('uncaughtExceptionMonitor', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  server.close();
  await rm(dataDir, { recursive: true });
});
