import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../testing/test-server.ts';

const BYTES = 3_000_000;
let kindpal: TestKindpal;
let server: TestServer;
let logged = '';
beforeAll(async () => {
  const write = (line: string) => {
    logged += line;
  };
  kindpal = await startTestKindpal({ output: { write } });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** Requests a picture and hangs up after the given time, like a browser leaving the page. */
async function hangUpAfter(path: string, milliseconds: number): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // Errors after this test has hung up are expected.
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.resume();
  await sleep(milliseconds);
  socket.destroy();
}

it('a browser that disconnects in the middle of a picture affects nobody else [X5]', async () => {
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

/** How often a file is open in this process, from Linux's /proc. */
function countOpen(name: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
    } catch {
      return false;
    }
  }).length;
}

it.runIf(process.platform === 'linux')(
  'repeated HEAD requests for a picture leave no file open [X5]',
  async () => {
    const path = 'pet-images/somebody/head.webp';
    await kindpal.services.images.put(path, Buffer.alloc(BYTES, 7));
    for (let round = 0; round < 10; round++) {
      const heads = await Promise.all(
        Array.from({ length: 10 }, () => server.fetch(publicImageUrl(path), { method: 'HEAD' })),
      );
      expect(heads.map(({ status }) => status)).toEqual(heads.map(() => 200));
    }
    await expect.poll(() => countOpen('head.webp')).toBe(0);
  },
);

it.each([
  ['of known length', 'Content-Length: 9000\r\n\r\nsome of it'],
  ['of unknown length', 'Transfer-Encoding: chunked\r\n\r\n5\r\nsome \r\n'],
])(
  'a phone that loses its connection while uploading a picture %s is no fault in the log [X5]',
  async (_, rest) => {
    const { services } = kindpal;
    const as = await createMember(services.db);
    const held = vi.spyOn(services.limiter, 'hold');
    const cookie = sessionCookie(services, as);
    const head = `POST /storage/v1/object/profile-images/pet-images HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}`;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`${head}\r\n${rest}`);
    await expect.poll(() => held.mock.calls).toContainEqual(['uploads_at_once_by_member', as.id]);
    await sleep(50);
    socket.destroy();
    await sleep(200);
    expect(logged).not.toContain('"level":50');
  },
);
