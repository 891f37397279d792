import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
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

const member = () => createMember(kindpal.services.db);

/** Sends a message with the cookie of one member, from the page of another. */
const say = (to: TestMember, { page, cookie }: { page: TestMember; cookie: TestMember }) =>
  server.fetch('/rest/v1/conversation_messages', {
    method: 'POST',
    as: cookie,
    headers: { 'content-type': 'application/json', 'x-kindpal-member': page.id },
    body: JSON.stringify({ member_id: to.id, client_id: randomUUID(), content: 'Hello' }),
  });

test('what a member wrote is not sent in the name of the next who signed in to the same browser [M2 U6]', async () => {
  const [first, next, friend] = [await member(), await member(), await member()];
  // The server does not know the cookie at first, and then does.
  for (const _ of [1, 2]) {
    const refused = await say(friend, { page: first, cookie: next });
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    expect((await server.fetch('/rest/v1/pet_profiles', { as: next })).status).toBe(200);
  }
  expect((await say(friend, { page: next, cookie: next })).status).toBe(201);
  const { items } = await kindpal.callerFor(friend).chat.listDirectMessages({ member_id: next.id });
  expect(items).toHaveLength(1);
});
