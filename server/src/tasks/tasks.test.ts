import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pruneExpiredSessions } from '../account/prune-expired-sessions.ts';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { type PeriodicTasks, startTasks } from './start-tasks.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const nothing = async () => undefined;
const periodic: PeriodicTasks = {
  expireJobs: nothing,
  confirmCompletedJobs: nothing,
  pruneChangeEvents: nothing,
  removeOrphanImages: nothing,
};

test('what is queued is done within a moment, once, by whichever node is free', async () => {
  const { services } = kindpal;
  const delivered: string[] = [];
  services.mailer.transport = {
    deliver: async ({ to }) => {
      delivered.push(to);
    },
  };
  const stops = [await startTasks(services, periodic), await startTasks(services, periodic)];
  const start = Date.now();
  for (let n = 0; n < 10; n += 1) {
    await services.mailer.send({ to: `${n}@example.org`, subject: 's', html: 'h', text: 't' });
  }
  await vi.waitFor(() => expect(delivered).toHaveLength(10), { timeout: 5000 });
  expect(Date.now() - start).toBeLessThan(2000);
  for (const stop of stops) await stop();
  expect(new Set(delivered).size).toBe(10);
});

test('stopping waits for the task under way', async () => {
  const { services } = kindpal;
  let finished = false;
  let begun = false;
  services.mailer.transport = {
    deliver: async () => {
      begun = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
      finished = true;
    },
  };
  const stop = await startTasks(services, periodic);
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 5000 });
  await stop();
  expect(finished).toBe(true);
});

test('sessions whose time is over are removed, others stay [U7]', async () => {
  const { services } = kindpal;
  const [gone, kept] = [await createMember(services.db), await createMember(services.db)];
  const { pool } = services.db;
  await pool.query("UPDATE auth.session SET expires_at = now() - interval '1 s' WHERE id = $1", [
    gone.session_id,
  ]);
  await pruneExpiredSessions(services);
  const { rows } = await pool.query('SELECT id FROM auth.session');
  expect(rows).toEqual([{ id: kept.session_id }]);
});
