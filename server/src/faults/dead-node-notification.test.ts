import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runOn } from '../testing/database.ts';
import { joinAsFounder } from '../testing/founder.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';

let nodes: TestNodes;
beforeAll(async () => {
  nodes = await startTestNodes();
});
afterAll(() => nodes.stop());

const patiently = { timeout: 25_000, interval: 50 };
const ofTests = (mails: string[]) => mails.filter((mail) => mail.includes('This is a test'));

test('a notification whose node is killed between its commit and its email is emailed by another, once', async () => {
  const first = await nodes.start();
  const founder = await joinAsFounder(first);
  // The code that confirms the founder's address.
  await vi.waitFor(() => expect(nodes.sink.accepted).toHaveLength(1), patiently);
  // Notifications are emailed to confirmed addresses only.
  await runOn(nodes.database.ownerUrl, 'UPDATE auth."user" SET email_verified = true');
  const arrived: string[] = [];
  nodes.sink.verdict = (mail) => {
    arrived.push(mail);
    return arrived.length === 1 ? 'hang' : 'accept';
  };
  expect(await founder.send('POST', '/rest/v1/rpc/send_test_notification', {})).toBe(200);
  await vi.waitFor(() => expect(ofTests(arrived)).toHaveLength(1), patiently);
  first.child.kill('SIGKILL');
  await first.ended;

  await Promise.all([nodes.start(), nodes.start()]);
  await vi.waitFor(() => expect(ofTests(nodes.sink.accepted)).toHaveLength(1), patiently);
  const nameOf = (mail = '') => /^Message-ID: (.*)$/im.exec(mail)?.[1];
  expect(nameOf(ofTests(nodes.sink.accepted)[0])).toBe(nameOf(ofTests(arrived)[0]));
  const state = 'SELECT mail_state FROM notifications';
  await vi.waitFor(
    async () => expect(await runOn(nodes.database.ownerUrl, state)).toEqual(['sent']),
    patiently,
  );
  expect(ofTests(nodes.sink.accepted)).toHaveLength(1);
});
