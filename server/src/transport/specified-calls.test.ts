import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClaim,
  createConversation,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let kindpal: TestKindpal;
let server: TestServer;
let owner: TestMember;
let sitter: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  const { db } = kindpal.services;
  owner = await createMember(db, { role: 'both' });
  sitter = await createMember(db, { role: 'pet_sitter' });
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** A request like a client of the specifications, with the status and JSON of its response. */
async function send(as: TestMember | null, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ');
  const response = await server.fetch(`/rest/v1/${path}`, {
    method,
    as,
    headers: { 'content-type': 'application/json', 'user-agent': 'Acceptance/1' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

describe('a client that follows the specifications exactly [X2]', () => {
  it('posts a job without a time zone, which is that of their availability [J2]', async () => {
    const { time_zone: _, ...form } = jobForm({ owner_id: owner.id });
    const first = await send(owner, 'POST jobs', form);
    expect(first).toMatchObject({ status: 201, body: { time_zone: 'UTC' } });
    await send(owner, `PATCH users/${owner.id}`, {
      availability_data: { weeklySchedule: {}, timeZone: 'Europe/Lisbon' },
    });
    const second = await send(owner, 'POST jobs', form);
    expect(second).toMatchObject({ status: 201, body: { time_zone: 'Europe/Lisbon' } });
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('deletes a claim by job and sitter, named in the query [J6]', async () => {
    const { job } = await createClaim(kindpal.services.db, { sitter_id: sitter.id });
    const call = `DELETE job_claims?job_id=${job.id}&sitter_id=${sitter.id}`;
    // Others must not learn who holds which job.
    expect((await send(owner, call)).status).toBe(404);
    expect((await send(sitter, `${call}&limit=1`)).body.data.fields).toMatchObject([
      { path: 'limit' },
    ]);
    expect((await send(sitter, call)).status).toBe(204);
    expect((await send(sitter, call)).status).toBe(404);
  });

  it('sends messages without a client id, each of which is a new one [M1] [M2]', async () => {
    const { job } = await createClaim(kindpal.services.db, { sitter_id: sitter.id });
    const message = {
      job_id: job.id,
      sender_id: sitter.id,
      content: 'Hello',
      message_type: 'text',
    };
    const sent = [
      await send(sitter, 'POST messages', message),
      await send(sitter, 'POST messages', message),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(sent[0]?.body.id).not.toBe(sent[1]?.body.id);
    const conversation_id = await createConversation(kindpal.services.db, [owner, sitter]);
    const direct = { conversation_id, sender_id: sitter.id, content: 'Hello' };
    const said = await send(sitter, 'POST conversation_messages', direct);
    expect(said).toMatchObject({ status: 201, body: { conversation_id, content: 'Hello' } });
  });

  it('keeps, reads and deletes a draft by user and form type [O3]', async () => {
    const which = `form_drafts?user_id=${owner.id}&form_type=pet_onboarding`;
    const draft = {
      user_id: owner.id,
      form_type: 'pet_onboarding',
      form_data: { name: 'Miso' },
      updated_at: '2020-01-01T00:00:00Z',
    };
    const kept = await send(owner, 'POST form_drafts', draft);
    expect(kept.status).toBe(200);
    expect(kept.body.updated_at > '2026').toBe(true);
    const again = { ...draft, form_data: { name: 'Misa' } };
    await send(owner, 'POST form_drafts', again);
    expect((await send(owner, `GET ${which}`)).body.form_data).toEqual({ name: 'Misa' });
    for (const method of ['GET', 'DELETE']) {
      expect((await send(sitter, `${method} ${which}`)).status, method).toBe(403);
    }
    expect((await send(owner, `DELETE ${which}`)).status).toBe(200);
    expect((await send(owner, `GET ${which}`)).body).toMatchObject({
      status: 404,
      details: { code: 'PGRST116' },
    });
  });

  it('reads members with their email as staff, ten at a time, logged; nobody else does [S3] [S6]', async () => {
    const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
    const boss = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    const call = `GET users?view=staff&limit=10&search=${encodeURIComponent(owner.email.toUpperCase())}`;
    const found = await send(admin, call);
    expect(found.body.items).toMatchObject([
      { id: owner.id, email: owner.email, full_name: expect.any(String), is_verified: false },
    ]);
    expect((await send(sitter, call)).status).toBe(403);
    expect((await send(null, call)).status).toBe(401);
    const directory = await send(admin, 'GET users');
    expect(JSON.stringify(directory.body)).not.toContain('@');
    const log = await send(boss, `GET admin_activity_logs?admin_id=${admin.id}`);
    expect(log.body.items).toMatchObject([
      { action: 'users_read', targets: [{ id: owner.id }], admin_id: admin.id },
    ]);
    expect((await send(admin, 'GET admin_activity_logs')).status).toBe(403);
  });

  it('sends feedback with its own user agent, and answers it without a version [F3] [F4]', async () => {
    const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
    const feedback = {
      user_id: null,
      message: 'The map is upside down.',
      page_url: 'https://example.org/jobs',
      user_agent: 'Acceptance/1',
      wants_follow_up: false,
    };
    const sent = await send(null, 'POST feedback', { ...feedback, email: '' });
    expect(sent.status).toBe(201);
    const foreign = await send(null, 'POST feedback', { ...feedback, user_agent: 'Another/2' });
    expect(foreign).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'user_agent' }] } },
    });
    const change = { status: 'closed', admin_response: 'Turned around.' };
    const answered = await send(admin, `PATCH feedback/${sent.body.id}`, change);
    expect(answered).toMatchObject({
      status: 200,
      body: { ...change, user_agent: 'Acceptance/1' },
    });
  });
});
