import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { TIMEOUTS } from '../timeouts.ts';

let kindpal: TestKindpal;
let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  member = await createMember(kindpal.services.db, { role: 'both' });
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.fetch(path, {
    method: 'POST',
    as: member,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('every call of the API', () => {
  it('answers errors as problem details with a stable code and the request id', async () => {
    const response = await server.fetch('/rest/v1/jobs/00000000-0000-4000-8000-000000000000');
    expect(response.status).toBe(404);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await json(response)).toMatchObject({
      type: 'about:blank',
      code: 'NOT_FOUND',
      status: 404,
      defined: true,
      details: { code: 'PGRST116' },
    });
  });

  it('names each rejected field', async () => {
    const response = await post('/rest/v1/jobs', jobForm({ title: '', total_amount: -1 }));
    expect(response.status).toBe(422);
    const { data } = (await json(response)) as { data: { fields: Array<{ path: string }> } };
    expect(data.fields.map((field) => field.path).sort()).toEqual(['title', 'total_amount']);
  });

  it.each(['{"title":', 'null', '[]', '"text"', ''])('refuses the body %j', async (body) => {
    expect([400, 422]).toContain((await post('/rest/v1/jobs', body)).status);
  });

  it('treats 1e309 as an invalid amount', async () => {
    const body = JSON.stringify(jobForm()).replace('"total_amount":40', '"total_amount":1e309');
    expect((await post('/rest/v1/jobs', body)).status).toBe(422);
  });

  it('refuses a body that is too large', async () => {
    const response = await post('/rest/v1/jobs', jobForm({ description: 'x'.repeat(300_000) }));
    expect(response.status).toBe(413);
  });

  it('refuses a body that grows too large without declaring it', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(100_000));
    const response = await server.fetch('/rest/v1/jobs', {
      method: 'POST',
      as: member,
      headers: { 'content-type': 'application/json' },
      body: ReadableStream.from([chunk, chunk, chunk]),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'text/event-stream'])(
    'reads no body of type %s',
    async (type) => {
      const response = await post('/rest/v1/jobs', jobForm(), { 'content-type': type });
      expect(response.status).toBe(415);
      expect((await json(response)).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it.each(['APPLICATION/JSON', 'Application/Json; Charset=UTF-8'])(
    'reads a body of type %s, because case does not count in media types',
    async (type) => {
      const response = await post('/rest/v1/jobs', jobForm(), { 'content-type': type });
      expect(response.status).toBe(201);
    },
  );

  it('refuses what another site sends with a member’s cookie', async () => {
    const before = await kindpal.callerFor(member).job.list({ owner_id: member.id, limit: 20 });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const response = await post('/rest/v1/jobs', jobForm(), headers);
      expect(response.status).toBe(403);
      expect((await json(response)).code).toBe('FOREIGN_ORIGIN');
    }
    const after = await kindpal.callerFor(member).job.list({ owner_id: member.id, limit: 20 });
    expect(after.items).toHaveLength(before.items.length);
  });

  it('accepts the same from its own pages', async () => {
    expect((await post('/rest/v1/jobs', jobForm(), { origin: server.url })).status).toBe(201);
  });

  it.each(['garbage', 'kindpal.session_token=x.y', 'kindpal.session_token=%E0%A4%A'])(
    'treats the cookie %j as a visitor’s',
    async (cookie) => {
      const response = await server.fetch('/auth/v1/session', { headers: { cookie } });
      expect(await json(response)).toEqual({ session: null });
    },
  );

  it('ignores a forged token, whatever cookie comes with it', async () => {
    const response = await server.fetch('/auth/v1/user', {
      as: member,
      headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    });
    expect(response.status).toBe(401);
  });

  it('masks unexpected errors behind the request id', async () => {
    await kindpal.asOwner('ALTER TABLE jobs RENAME TO jobs_away');
    try {
      const response = await server.fetch('/rest/v1/jobs');
      expect(response.status).toBe(500);
      const body = await json(response);
      expect(body).toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        detail: 'Something went wrong. Please try again.',
        data: { request_id: response.headers.get('x-request-id') },
      });
      expect(JSON.stringify(body)).not.toContain('jobs_away');
    } finally {
      await kindpal.asOwner('ALTER TABLE jobs_away RENAME TO jobs');
    }
  });

  it('reports that the database has no space, and keeps reading', async () => {
    await kindpal.asOwner(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no space left'; END $$`);
    await kindpal.asOwner(
      'CREATE TRIGGER no_room BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION no_room()',
    );
    try {
      const response = await post('/rest/v1/jobs', jobForm());
      expect(response.status).toBe(503);
      expect(await json(response)).toMatchObject({ code: 'STORAGE_FULL', defined: false });
      expect((await server.fetch('/rest/v1/jobs')).status).toBe(200);
    } finally {
      await kindpal.asOwner('DROP TRIGGER no_room ON jobs');
    }
  });

  it('returns the same error if there is no space for a picture [X5]', async () => {
    await kindpal.asOwner(
      'CREATE TRIGGER no_room BEFORE INSERT ON files FOR EACH ROW EXECUTE FUNCTION no_room()',
    );
    const picture = await sharp({
      create: { width: 8, height: 8, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer();
    try {
      const response = await server.fetch('/storage/v1/object/profile-images/pet-images', {
        method: 'POST',
        as: member,
        body: new Uint8Array(picture),
      });
      expect(response.status).toBe(503);
      expect(await json(response)).toMatchObject({ code: 'STORAGE_FULL', defined: false });
    } finally {
      await kindpal.asOwner('DROP TRIGGER no_room ON files');
    }
  });

  it('describes itself for machines and for people', async () => {
    const described = await json(await server.fetch('/rest/v1/openapi.json'));
    expect(Object.keys(described.paths as object)).toEqual(
      expect.arrayContaining([
        '/rest/v1/jobs',
        '/rest/v1/job_claims',
        '/rest/v1/messages',
        '/auth/v1/token',
      ]),
    );
    expect(await (await server.fetch('/rest/v1/docs')).text()).toContain('/rest/v1/openapi.json');
  });

  it('says whether it is alive and ready', async () => {
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect((await server.fetch('/readyz')).status).toBe(200);
  });

  it('says soon that it is not ready when no database connection becomes free', async () => {
    const { pool } = kindpal.services.db;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const signal = AbortSignal.timeout(TIMEOUTS.readiness + 2_000);
      expect((await server.fetch('/readyz', { signal })).status).toBe(503);
      expect((await server.fetch('/healthz')).status).toBe(200);
    } finally {
      for (const client of taken) client.release();
    }
    expect((await server.fetch('/readyz')).status).toBe(200);
  });
});
