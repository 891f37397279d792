import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getPushKeys } from '../notification/push/push-keys.ts';
import { createMember } from '../testing/factories.ts';
import { answerWith } from '../testing/outside/answer-with.ts';
import { startPushService } from '../testing/outside/push-service.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { runDueTasks } from './start-tasks.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** The transactions that are open while a task waits for another server. */
async function countOpen(): Promise<number> {
  const { rows } = await kindpal.services.db.pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]?.open ?? 0;
}

test('no task holds a database transaction while it waits for another server [X5]', async () => {
  const { services } = kindpal;
  const open: Record<string, number> = {};
  const look = async (part: string) => {
    open[part] = await countOpen();
  };
  vi.spyOn(services.mailer.transport, 'deliver').mockImplementation(() => look('mail'));
  vi.spyOn(services.images, 'remove').mockImplementation(() => look('images'));
  const sms = services.texter.transport;
  if (!sms) throw new Error('Texts are stored in tests');
  vi.spyOn(sms, 'deliver').mockImplementation(() => look('sms'));
  const push = await startPushService(async () => {
    await look('push');
    return (await getPushKeys(services)).publicKey;
  });
  const calendar = createServer(
    answerWith(async (_, response) => {
      await look('calendar');
      response.end();
    }),
  ).listen(0, '127.0.0.1');
  await once(calendar, 'listening');
  const { port } = calendar.address() as AddressInfo;

  const member = await createMember(services.db);
  const { notification } = kindpal.callerFor(member);
  await notification.startPush(push.openBrowser().subscription);
  await notification.sendTest();
  await notification.setBusyCalendar({ url: `http://127.0.0.1:${port}/mine.ics` });
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await services.texter.send({ to: '+12015550123', text: 't', member_id: member.id });
  await services.tasks.add('remove_image', { path: 'pet-images/a.webp' });
  await runDueTasks(services);

  expect(open).toEqual({ mail: 0, images: 0, sms: 0, push: 0, calendar: 0 });
  await push.close();
  calendar.close();
  await once(calendar, 'close');
});
