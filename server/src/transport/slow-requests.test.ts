import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { OPEN_LIMITS } from '../access/limits/limits.ts';
import { createApp } from '../app.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';

const PICTURES = '/storage/v1/object/profile-images/pet-images';
const PIECE = 'x'.repeat(64 * 1024);
const SIZE = 20 * PIECE.length;

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
    restSilence: 300,
    restWhole: 600,
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

/** Waits for the end of a connection. Unlike `once`, it accepts a reset by a late byte. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

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
  await closed(socket);
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
    [PICTURES, 'image/png'],
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

describe('a body that is refused before it has arrived', () => {
  let patient: Server;
  beforeAll(async () => {
    patient = createApp(kindpal.services, {
      headersTimeout: TIMEOUTS.requestHeaders,
      requestTimeout: TIMEOUTS.requestWhole,
      keepAliveTimeout: TIMEOUTS.connectionReuse,
      silence: TIMEOUTS.connectionSilence,
      restSilence: 500,
      restWhole: 1_500,
    });
    patient.listen(0, '127.0.0.1');
    await once(patient, 'listening');
  });
  afterAll(async () => {
    patient.closeAllConnections();
    patient.close();
    await once(patient, 'close');
  });

  const JSON_BODY = 'Content-Type: application/json\r\n';
  const REFUSED: [what: string, line: string, headers: string, answer: RegExp][] = [
    ['from another site', 'POST /rest/v1/feedback', 'Origin: https://evil.example\r\n', /403/],
    ['too large', 'POST /rest/v1/feedback', JSON_BODY, /413/],
    ['for an unknown address', 'POST /rest/v1/nothing', JSON_BODY, /404/],
    ['for no page', 'POST /nothing', '', /404/],
    ['of a read', 'GET /healthz', '', /200/],
    ['of a picture by a visitor', `POST ${PICTURES}`, '', /401/],
  ];

  /** Opens a connection, and sends the head of a request and a part of its body. */
  function begin([, line, headers]: (typeof REFUSED)[number], connection = 'keep-alive'): Socket {
    const socket = connect((patient.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const common = `Host: x\r\nConnection: ${connection}\r\nContent-Length: ${SIZE}\r\n`;
    socket.write(`${line} HTTP/1.1\r\n${common}${headers}\r\n${PIECE}`);
    return socket;
  }

  it.each(REFUSED)(
    '%s, is dropped until its client has sent it and reads the answer',
    async (...row) => {
      for (const connection of ['keep-alive', 'close']) {
        // Like a browser, which reads an answer when its request is sent.
        const socket = begin(row, connection).pause();
        for (let sent = PIECE.length; sent < SIZE; sent += PIECE.length) {
          await sleep(20);
          socket.write(PIECE);
        }
        await sleep(50);
        const [said] = (await once(socket.resume(), 'data')) as [Buffer];
        expect(`${said}`.split('\r\n')[0]).toMatch(row[3]);
        socket.destroy();
      }
    },
  );

  it.each(REFUSED)('%s, does not hold its connection if it never arrives', async (...row) => {
    const silent = begin(row).resume();
    const dripping = begin(row).resume();
    const drip = setInterval(() => dripping.write('x'), 100);
    await Promise.all([closed(silent), closed(dripping)]);
    clearInterval(drip);
  });
});

describe('a client that does not wait for answers', () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

  it('gets them in order, one request after the other', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${ask('/healthz')}${ask('/rest/v1/nothing')}${ask('/rest/v1/jobs')}`.repeat(7));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    await expect
      .poll(() => said.match(/HTTP\/1.1 \d+/g)?.map((line) => line.slice(-3)))
      .toEqual(Array.from({ length: 7 }, () => ['200', '404', '200']).flat());
    socket.destroy();
  });

  it('does not start thousands of calls at once, and is cut off', async () => {
    const { pipelines } = kindpal.services.db;
    const asked = vi.spyOn(pipelines, 'query');
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write(ask('/rest/v1/jobs?limit=20').repeat(1_000));
    await closed(socket);
    expect(asked.mock.calls.length).toBeLessThan(10);
    asked.mockRestore();
  });
});

test('the product itself waits for nothing without a limit: not for a request, a reader or a statement', async () => {
  // A limit of 0 is none, for Node and for PostgreSQL.
  const limits = Object.entries<number>({ ...TIMEOUTS, ...STOP });
  expect(limits.filter(([, ms]) => !(ms > 0 && Number.isFinite(ms)))).toEqual([]);
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = createApp(kindpal.services);
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    headersTimeout: TIMEOUTS.requestHeaders,
    requestTimeout: TIMEOUTS.requestWhole,
    timeout: TIMEOUTS.connectionSilence,
    keepAliveTimeout: TIMEOUTS.connectionReuse,
  });
  // Proxies keep idle connections for up to a minute, and should close them first.
  expect(TIMEOUTS.connectionReuse).toBeGreaterThan(60_000);
  expect(TIMEOUTS.requestWhole).toBeLessThanOrEqual(120_000);
  const { pool, pipelines } = kindpal.services.db;
  for (const served of [pool, pipelines]) {
    const { rows } = await served.query({
      name: 'limits',
      text: `SELECT name, setting FROM pg_settings
        WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
      values: [],
    });
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: `${TIMEOUTS.idleTransaction}` },
      { name: 'statement_timeout', setting: `${TIMEOUTS.statement}` },
    ]);
  }
});
