import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBytes } from '../testing/send-bytes.ts';
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

const problemWith = (status: number, code: string) => ({
  type: 'about:blank',
  title: code,
  status,
  detail: expect.any(String),
  code,
  defined: false,
});

/** The response to these bytes on their own connection. */
async function sendRaw(bytes: string): Promise<{ status: number; body: unknown }> {
  const answer = await sendBytes(Number(new URL(server.url).port), bytes);
  return { status: answer.status, body: await answer.json() };
}

describe('a developer who mistypes an address of the API', () => {
  it.each([
    '/rest/v1/job',
    '/rest/v2/jobs',
    '/rest',
    '/auth/v1/nothing',
    '/storage/v1/x',
    '/realtime/v2',
    // Addresses are matched as they are written.
    '/rest/v1/%6aobs',
  ])('gets JSON saying that there is nothing at %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const response = await server.fetch(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(problemWith(404, 'NOT_FOUND'));
    }
  });

  it.each([
    ['DELETE', '/rest/v1/jobs', 'GET, HEAD, POST'],
    ['PUT', '/rest/v1/jobs/00000000-0000-4000-8000-000000000000', 'GET, HEAD, PATCH'],
    ['GET', '/rest/v1/rpc/move_job', 'POST'],
    ['POST', '/rest/v1/openapi.json', 'GET, HEAD'],
    ['DELETE', '/storage/v1/object/profile-images/profile', 'POST'],
    ['POST', '/realtime/v1', 'GET'],
    ['HEAD', '/realtime/v1', 'GET'],
    ['POST', '/config.json', 'GET, HEAD'],
    ['GET', '/auth/v1/logout', 'POST'],
  ])('is told with %s %s which methods there are', async (method, path, allow) => {
    const response = await server.fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    if (method === 'HEAD') return;
    expect(await response.json()).toEqual(problemWith(405, 'METHOD_NOT_ALLOWED'));
  });

  it('may use HEAD wherever GET works', async () => {
    const response = await server.fetch('/rest/v1/jobs', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('still gets a page for a mistyped page', async () => {
    const response = await server.fetch('/restaurants');
    expect(response.headers.get('content-type')).not.toContain('json');
  });
});

describe('a request that cannot even be parsed', () => {
  it('with headers that are too large is answered with problem details', async () => {
    const request = `GET /rest/v1/jobs HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await sendRaw(request)).toEqual({
      status: 431,
      body: problemWith(431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'),
    });
  });

  it('with a broken first line is answered with problem details', async () => {
    expect(await sendRaw('NONSENSE\r\n\r\n')).toEqual({
      status: 400,
      body: problemWith(400, 'BAD_REQUEST'),
    });
  });
});
