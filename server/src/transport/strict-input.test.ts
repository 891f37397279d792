import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { listInputSchemas } from '../testing/input-schemas.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listCalls } from './list-calls.ts';

let kindpal: TestKindpal;
let server: TestServer;
let staff: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { LIMIT_SCALE: '1000' } });
  server = await startTestServer(kindpal);
  staff = await createMember(kindpal.services.db, { app_role: 'super_admin', role: 'both' });
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const ID = '00000000-0000-4000-8000-000000000000';

async function send(method: string, path: string, body?: unknown) {
  const response = await server.fetch(path, {
    method,
    as: staff,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // Removing something that does not exist has an empty response.
  const { code, data } = JSON.parse((await response.text()) || '{}') as {
    code?: string;
    data?: { fields?: { path: string }[] };
  };
  return { code, fields: data?.fields?.map(({ path: field }) => field) ?? [] };
}

describe('a client that sends unknown fields [X2]', () => {
  it.each(listCalls())('$name is told so by name', async ({ method, path }) => {
    const address = path.replace(/\{\w+\}/g, ID);
    const inQuery = await send(method, `${address}?no_such_parameter=1`);
    expect(inQuery.code).toBe('INVALID_INPUT');
    expect(inQuery.fields).toContain('no_such_parameter');
    if (method === 'GET') return;
    const inBody = await send(method, address, { no_such_field: 1 });
    expect(inBody.code).toBe('INVALID_INPUT');
    // A call with several input shapes first checks which one it is.
    if (/token$|verify$/.test(path)) return;
    expect(inBody.fields).toContain('no_such_field');
  });

  it.each([
    [
      '/auth/v1/token',
      { grant_type: 'password', email: 'a@b.co', password: 'x', scope: 'all' },
      'scope',
    ],
    ['/auth/v1/verify', { type: 'email_change', token: 'x', scope: 'all' }, 'scope'],
    [
      '/rest/v1/jobs',
      jobForm({ pet_details: { name: 'Miso', size: 'small', age: 3 } as never }),
      'pet_details.age',
    ],
  ])('%s names unknown fields, at any depth', async (path, body, field) => {
    expect((await send('POST', path, body)).fields).toEqual([field]);
  });

  it.each([
    [
      { availability_data: { weeklySchedule: { funday: [] } } },
      'availability_data.weeklySchedule.funday',
    ],
    [{ payment_links: { main: { url: '$ada', note: 'x' } } }, 'payment_links.main.note'],
    // Fields of the specifications that a member may not set.
    [{ is_verified: true }, 'is_verified'],
    [{ role: 'both' }, 'role'],
    [{ email: 'new@example.org' }, 'email'],
    [{ __proto__x: 1 }, '__proto__x'],
  ])('a profile accepts nothing else: %j', async (body, field) => {
    const answer = await send('PATCH', `/rest/v1/users/${staff.id}`, body);
    expect(answer).toEqual({ code: 'INVALID_INPUT', fields: [field] });
  });

  const ADDRESSED = listCalls().filter(({ path }) => path.includes('{'));
  const OTHER = '00000000-0000-4000-8000-000000000001';

  it.each(ADDRESSED)('$name is told that body and address contradict each other', async (call) => {
    const [name = ''] = /(?<={)\w+/.exec(call.path) ?? [];
    const address = call.path.replace(/\{\w+\}/g, ID);
    const inQuery = call.method === 'GET' || call.method === 'DELETE';
    const ask = (id: string) =>
      inQuery
        ? send(call.method, `${address}?${name}=${id}`)
        : send(call.method, address, { [name]: id });
    expect(await ask(OTHER)).toEqual({ code: 'INVALID_INPUT', fields: [name] });
    // Repeating the same value is not a contradiction.
    expect((await ask(ID)).fields).not.toContain(name);
  });

  it.each([`${ID}?id=${ID}&id=${OTHER}`, `${ID}?id[]=${OTHER}`, `${ID}?id=`])(
    'a second id cannot hide: %s',
    async (address) => {
      expect((await send('GET', `/rest/v1/jobs/${address}`)).fields).toEqual(['id']);
    },
  );

  it('a form contradicts itself no better than JSON does', async () => {
    const response = await server.fetch(`/rest/v1/feedback/${ID}`, {
      method: 'PATCH',
      as: staff,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `id=${OTHER}&status=closed`,
    });
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: [{ path: 'id' }] },
    });
  });

  it.each(['[]', '["bio"]', '"bio"', '7', 'true'])(
    'a body that is no object is refused, not ignored: %s',
    async (body) => {
      const { code } = await send('PATCH', `/rest/v1/users/${staff.id}`, JSON.parse(body));
      expect(code).toBe('INVALID_INPUT');
    },
  );

  it('a visitor is asked to sign in before anything else', async () => {
    const response = await server.fetch('/rest/v1/rpc/admin_stats?no_such_parameter=1');
    expect(response.status).toBe(401);
  });

  it('no schema of any call lets unknown fields through', () => {
    const loose = listInputSchemas().filter(
      ({ def }) => def.type === 'object' && def.catchall?._zod.def.type !== 'never',
    );
    expect(loose.map(({ place }) => place)).toEqual([]);
  });

  it('an id in capitals is the one in small letters, as which ids are compared', () => {
    const id = 'abcdef01-2345-4678-9abc-def012345678';
    const ids = listInputSchemas().filter(({ def }) => 'format' in def && def.format === 'uuid');
    expect(ids.length).toBeGreaterThan(100);
    const kept = ids.filter(({ schema }) => schema.parse(id.toUpperCase()) !== id);
    expect(kept.map(({ place }) => place)).toEqual([]);
  });
});

/** These are limited in another way. */
const LIMITED_ELSEWHERE = [
  // Cut to the length that is stored.
  'feedback.send.message',
  'feedback.update.admin_response',
  // Of a passkey, in several calls; nothing reads what these are.
  'credential.clientExtensionResults[]',
  // The whole draft has a limit.
  'draft.save.form_data[]',
  'draft.save.form_data[][]',
];

it('every text that a call accepts has a length limit [X2]', () => {
  // Some fields accept only letters, others only digits.
  const long = ['x', '1', '🐶'].map((character) => character.repeat(100_000));
  const unlimited = listInputSchemas().filter(
    ({ schema, isWhole }) => isWhole && long.some((text) => schema.safeParse(text).success),
  );
  expect(
    [...new Set(unlimited.map(({ place }) => place.replace(/.*\.(?=credential\.)/, '')))].sort(),
    'Give each a limit: cleanText, cleanLine or verbatimText of contract/src/text/schema.ts, or max.',
  ).toEqual(LIMITED_ELSEWHERE.toSorted());
});
