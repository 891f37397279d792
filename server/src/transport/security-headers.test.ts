import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createApp } from '../app.ts';
import { createMember } from '../testing/factories.ts';
import { sendBytes } from '../testing/send-bytes.ts';
import { takeAll } from '../testing/take-all.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

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

test.each([
  ['a call', '/rest/v1/jobs'],
  ['a refused call', '/rest/v1/invites'],
  ['an address of the API that there is not', '/rest/v1/nothing'],
  ['a missing picture', '/storage/v1/object/public/profile-images/none.webp'],
  ['a stream', '/realtime/v1'],
  ['the health check', '/healthz'],
  ['the settings of the web', '/config.json'],
  ['the description of the API', '/rest/v1/openapi.json'],
  ['the readable description', '/rest/v1/docs'],
  ['kept mails', '/dev/mail'],
  ['the security contact', '/.well-known/security.txt'],
  ['a page that there is not', '/no/such/page.png'],
])('%s has every security header', async (_, path) => {
  const response = await server.fetch(path);
  await response.body?.cancel();
  const { headers } = response;
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': expect.stringMatching(/origin|no-referrer/),
  });
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  // If the web app is built, its fallback page is served for unknown pages.
  expect(headers.get('content-security-policy')).toMatch(
    path.startsWith('/no/') ? /default-src '(none|self)'/ : /default-src 'none'/,
  );
  expect(headers.has('strict-transport-security')).toBe(false);
});

test.each([
  ['the health check', '/healthz', 200],
  ['the readiness check', '/readyz', 200],
  ['the settings of the web', '/config.json', 200],
  ['a download of one’s data without a session', '/storage/v1/archive', 401],
  ['a missing picture', '/storage/v1/object/public/profile-images/none.webp', 404],
  ['a calendar that is no longer there', '/calendar/jobs.ics?token=none', 404],
  ['an address of the API that there is not', '/rest/v1/nothing', 404],
  ['a page’s failed sign-in', '/auth/v1/callback?state=none', 303],
  ['somebody’s session', '/auth/v1/session', 200],
])('%s is kept by no cache [S6]', async (_, path, status) => {
  const response = await server.fetch(path, { redirect: 'manual' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test('a refused change is kept by no cache [S6]', async () => {
  const init = { method: 'POST', headers: { origin: 'https://evil.example' } };
  const foreign = await server.fetch('/rest/v1/jobs', init);
  expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([403, 'no-store']);
});

test('browsers get HSTS only if the community is served over https', async () => {
  const { services } = kindpal;
  const env = { ...services.env, appUrl: 'https://kindpal.example' };
  const secure = createApp({ ...services, env });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const { port } = secure.address() as { port: number };
  for (const path of ['/rest/v1/jobs', '/healthz', '/']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
  const foreign = await fetch(`http://127.0.0.1:${port}/rest/v1/jobs`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, foreign.headers.has('strict-transport-security')]).toEqual([403, true]);
  await new Promise((resolve) => secure.close(resolve).closeAllConnections());
});

describe('an answer to what is not read as a request', () => {
  let secure: Server;
  let port: number;
  beforeAll(async () => {
    const { services } = kindpal;
    const env = { ...services.env, appUrl: 'https://kindpal.example' };
    secure = createApp(
      { ...services, env },
      {
        headersTimeout: 300,
        requestTimeout: 600,
        keepAliveTimeout: 300,
        connectionsCheckingInterval: 50,
        silence: 1_500,
        restSilence: 300,
        restWhole: 600,
      },
    ).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    ({ port } = secure.address() as AddressInfo);
  });
  afterAll(async () => {
    secure.closeAllConnections();
    secure.close();
    await once(secure, 'close');
  });

  /** The headers of a response that are not about its body, its connection or its request. */
  const common = ({ headers }: Response) =>
    [...headers].filter(
      ([name]) =>
        !/^(content-(length|type)|connection|keep-alive|transfer-encoding|date|x-request-id|vary|retry-after)$/.test(
          name,
        ),
    );

  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const CHUNKED = ['POST /rest/v1/feedback HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked'];
  it.each([
    ['a broken line', 400, 'BAD_REQUEST', head('NONSENSE')],
    ['no host', 400, 'BAD_REQUEST', head('GET /rest/v1/jobs HTTP/1.1')],
    ['no host, of a page', 400, 'BAD_REQUEST', head('GET / HTTP/1.1', 'Accept: text/html')],
    ['an address that is none', 400, 'BAD_REQUEST', head('GET x HTTP/1.1', 'Host: x')],
    ['a host that is none', 400, 'BAD_REQUEST', head('GET / HTTP/1.1', 'Host: a b')],
    ['headers that never end', 408, 'REQUEST_TIMEOUT', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a chunk that says too much of itself',
      413,
      'PAYLOAD_TOO_LARGE',
      `${head(...CHUNKED)}1;${'x'.repeat(20_000)}`,
    ],
    [
      'headers that are too large',
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
      head('GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`),
    ],
    ['a connection too many', 429, 'TOO_MANY_REQUESTS', ''],
  ])('%s, has problem details and every security header', async (_, status, code, bytes) => {
    const expected = await sendBytes(port, head('GET /rest/v1/invites HTTP/1.1', 'Host: x'));
    expect(expected.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { limiter } = kindpal.services;
    const release = status === 429 ? takeAll(limiter, 'connection_by_ip', '127.0.0.1') : null;
    const answer = await sendBytes(port, bytes);
    release?.();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({ type: 'about:blank', title: code, status, code });
    expect(common(answer).sort()).toEqual(common(expected).sort());
  });

  it.each([
    ['of an old client, without a host', head('GET /healthz HTTP/1.0')],
    ['that expects more', head('GET /healthz HTTP/1.1', 'Host: x', 'Expect: miracles')],
  ])('is not needed for a request %s', async (_, bytes) => {
    const answer = await sendBytes(port, bytes);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('is the same for an address with its host', async () => {
    for (const host of ['', 'http://x', 'HTTPS://x:8443']) {
      const answer = await sendBytes(port, head(`GET ${host}/auth/v1/user HTTP/1.1`, 'Host: x'));
      expect(await answer.json()).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    }
  });
});

test('a browser can do nothing with a picture but show it [X5]', async () => {
  const { default: sharp } = await import('sharp');
  const create = { width: 30, height: 20, channels: 3 as const, background: '#c84' };
  const stored = await server.fetch('/storage/v1/object/profile-images/pet-images', {
    method: 'POST',
    as: await createMember(kindpal.services.db),
    body: new Uint8Array(await sharp({ create }).png().toBuffer()),
  });
  const { url } = (await stored.json()) as { url: string };
  const { headers } = await server.fetch(url);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('a security researcher finds where to report, in a file that has not expired', async () => {
  const response = await server.fetch('/.well-known/security.txt');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await response.text();
  expect(text).toContain('Contact: mailto:support@kindpal.example\n');
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(80);
  expect(days).toBeLessThan(366);
});
