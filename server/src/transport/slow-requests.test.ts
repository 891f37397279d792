import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPEN_LIMITS } from '../access/limits/limits.ts';
import { createApp } from '../app.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { TIMEOUTS } from '../timeouts.ts';

let kindpal: TestKindpal;
let server: Server;
let port: number;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = createApp(kindpal.services, {
    headersTimeout: 300,
    requestTimeout: 600,
    keepAliveTimeout: 300,
    connectionsCheckingInterval: 50,
    silence: 1_500,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await kindpal.stop();
});

/** Sends a beginning, then a byte now and then, until the server closes; returns the response. */
async function dribble(beginning: string, byte: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(beginning);
  const drip = setInterval(() => socket.write(byte), 50);
  await once(socket, 'close');
  clearInterval(drip);
  return said;
}

test('headers that never end are cut off with a reason', async () => {
  const said = await dribble('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
  expect(said).toMatch(/^HTTP\/1.1 408 .*"code":"REQUEST_TIMEOUT"/s);
});

test('a body that never ends is cut off with a reason, of a call and of a picture, and leaves nothing behind [X5]', async () => {
  const member = await createMember(kindpal.services.db);
  const cookie = cookieOf(member);
  for (const [path, type] of [
    ['/rest/v1/feedback', 'application/json'],
    ['/rest/v1/form_drafts', 'application/x-www-form-urlencoded'],
    ['/storage/v1/object/profile-images/pet-images', 'image/png'],
    ['/newsletter/unsubscribe', 'application/x-www-form-urlencoded'],
  ]) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n`;
    for (const size of [
      'Content-Length: 5000\r\n\r\n{',
      'Transfer-Encoding: chunked\r\n\r\nfff\r\n{',
    ]) {
      const said = await dribble(`${head}${size}`, ' ');
      expect([path, said]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 4\d\d /)]);
      expect([path, said]).toEqual([path, expect.stringMatching(/"code":"[A-Z_]+"/)]);
      // Others are served meanwhile.
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    }
  }
  const { rowCount } = await kindpal.services.db.pool.query('SELECT FROM feedback');
  expect(rowCount).toBe(0);
  // None of them still counts as an upload.
  const { limiter } = kindpal.services;
  const hasAllPlaces = () => {
    const held: (() => void)[] = [];
    try {
      while (held.length < OPEN_LIMITS.uploads_at_once_by_member) {
        held.push(limiter.hold('uploads_at_once_by_member', member.id));
      }
      return true;
    } catch {
      return false;
    } finally {
      for (const release of held) release();
    }
  };
  await expect.poll(hasAllPlaces, { timeout: 10_000 }).toBe(true);
});

function cookieOf({ credential }: TestMember): string {
  const { secret, auth } = kindpal.services;
  const signature = createHmac('sha256', secret).update(credential.value).digest('base64');
  return `${auth.cookie.name}=${encodeURIComponent(`${credential.value}.${signature}`)}`;
}

test('a client that does not read a picture is cut off, and its file is closed [X5]', async () => {
  const path = 'pet-images/somebody/unread.webp';
  // More than the buffers of both ends can hold.
  await kindpal.services.images.put(path, Buffer.alloc(40_000_000, 7));
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)));
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${publicImageUrl(path)} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5));
    return socket;
  });
  await expect.poll(count, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  await expect.poll(count, { timeout: 15_000, interval: 100 }).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('the product itself has limits for headers, a body, a reader and the next request', () => {
  const product = createApp(kindpal.services);
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = product;
  expect([headersTimeout, requestTimeout, timeout, keepAliveTimeout]).toEqual([
    TIMEOUTS.requestHeaders,
    TIMEOUTS.requestWhole,
    TIMEOUTS.connectionSilence,
    TIMEOUTS.connectionReuse,
  ]);
  // Proxies keep idle connections for up to a minute, and should close them first.
  expect(TIMEOUTS.connectionReuse).toBeGreaterThan(60_000);
  expect(TIMEOUTS.requestWhole).toBeLessThanOrEqual(120_000);
});
