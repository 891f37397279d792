import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runOn } from '../testing/database.ts';
import { type Founder, joinAsFounder } from '../testing/founder.ts';
import { startPushService } from '../testing/outside/push-service.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';

let nodes: TestNodes;
let first: ServerProcess;
let founder: Founder;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  nodes = await startTestNodes();
  first = await nodes.start();
  founder = await joinAsFounder(first);
  service = await startPushService(async () => {
    const [key] = await run<string>('SELECT public_key FROM push_keys');
    return `${key}`;
  });
});
afterAll(async () => {
  await service.close();
  await nodes.stop();
});

/** The time a node takes to start on a busy machine. */
const patiently = { timeout: 100_000, interval: 100 };
const eachSecond = { ...patiently, interval: 1000 };
/** Long enough for a node to take over the dead one's unfinished work. */
const A_WHILE_MS = 8_000;
const run = <T>(sql: string) => runOn<T>(nodes.database.ownerUrl, sql);
const nameOf = (mail = '') => /^Message-ID: (.*)$/im.exec(mail)?.[1];

test('a digest and a push message whose node is killed between commit and delivery are delivered once by another, complete', async () => {
  // The code that confirms the founder's address: it is not mailed to a confirmed one.
  await vi.waitFor(() => expect(nodes.sink.accepted).toHaveLength(1), patiently);
  // Notifications are emailed to confirmed addresses only.
  await run('UPDATE auth."user" SET email_verified = true');
  const browser = service.openBrowser();
  expect(await founder.send('POST', '/rest/v1/push_subscriptions', browser.subscription)).toBe(201);
  const changed = { email_digest: ['invites'], quiet_hours: null };
  expect(await founder.send('PATCH', '/rest/v1/notification_settings', changed)).toBe(200);

  const arrived: string[] = [];
  nodes.sink.verdict = (mail) => {
    arrived.push(mail);
    return arrived.length === 1 ? 'hang' : 'accept';
  };
  // The push service may or may not have accepted the message: nobody knows. It is no common
  // browser's, so the other two messages wait for this one.
  browser.answer = null;
  const asked = service.asked();
  await run(`WITH written AS (
      INSERT INTO notifications (member_id, type, event_key, subject_id)
      SELECT '${founder.id}', 'invites.used', 'key ' || n, '${founder.id}' FROM generate_series(1, 3) n
      RETURNING id)
    SELECT count(*) FROM written`);
  await run(`UPDATE notifications SET mail_due_at = now() WHERE in_digest`);
  await vi.waitFor(async () => {
    await nodes.runMinuteTasks();
    expect(arrived).toHaveLength(1);
    expect(service.asked() - asked).toBeGreaterThanOrEqual(1);
  }, eachSecond);
  first.child.kill('SIGKILL');
  await first.ended;
  browser.answer = 201;

  await Promise.all([nodes.start(), nodes.start()]);
  await vi.waitFor(async () => {
    await nodes.runMinuteTasks();
    expect(arrived).toHaveLength(2);
    expect(browser.shown).toHaveLength(3);
  }, eachSecond);
  await vi.waitFor(
    async () =>
      expect(await run('SELECT DISTINCT mail_state FROM notifications')).toEqual(['sent']),
    patiently,
  );
  await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
  expect(arrived.map(nameOf)).toEqual([nameOf(arrived[0]), nameOf(arrived[0])]);
  expect(arrived[1]?.match(/joined with your invite/g)?.length).toBeGreaterThanOrEqual(3);
  expect(new Set(browser.shown.map(({ id }) => id)).size).toBe(3);
  expect(browser.shown).toHaveLength(3);
  const waiting = `SELECT count(*)::int FROM graphile_worker.jobs
    WHERE task_identifier IN ('deliver_digest', 'deliver_push')`;
  expect(await run(waiting)).toEqual([0]);
}, 300_000);
