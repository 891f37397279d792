import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const BYTES = 3_000_000;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** Asks for a picture and hangs up so many milliseconds later, as a browser that leaves the page does. */
async function hangUpAfter(path: string, milliseconds: number): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.resume();
  await sleep(milliseconds);
  socket.destroy();
}

it('a browser that hangs up in the middle of a picture harms nobody else [P9]', async () => {
  const faults: unknown[] = [];
  const note = (error: unknown) => faults.push(error);
  process.prependListener('uncaughtException', note);
  const path = 'pet-images/somebody/hang-up.webp';
  await kindpal.services.images.put(path, Buffer.alloc(BYTES, 7));
  const address = publicImageUrl(path);
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => hangUpAfter(address, (round + n) % 7)));
  }
  const whole = await server.fetch(address);
  expect((await whole.arrayBuffer()).byteLength).toBe(BYTES);
  await sleep(100);
  process.off('uncaughtException', note);
  expect(faults).toEqual([]);
});
