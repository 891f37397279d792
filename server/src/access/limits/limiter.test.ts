import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { pruneRateLimits } from '../../tasks/prune-rate-limits.ts';
import { errorOf, outcomeOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { createLimiter } from './limiter.ts';
import { LIMITS } from './limits.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const { points } = LIMITS.switch_role_by_member;

test('a limit holds across nodes, for one key and one rule only [D4]', async () => {
  const { db, log, secret } = kindpal.services;
  const [here, there] = [createLimiter({ db, log, secret }), createLimiter({ db, log, secret })];
  for (let n = 0; n < points; n += 1) {
    await (n % 2 ? here : there).consume('switch_role_by_member', 'one');
  }
  const refused = await errorOf(here.consume('switch_role_by_member', 'one'));
  expect(refused.code).toBe('TOO_MANY_REQUESTS');
  expect((refused.data as { retry_after_seconds: number }).retry_after_seconds).toBeGreaterThan(
    3500,
  );
  await here.consume('switch_role_by_member', 'another');
  await here.consume('setup_token_by_member', 'one');
});

test('concurrent attempts are all counted [U3]', async () => {
  const { limiter } = kindpal.services;
  const answers = await Promise.all(
    Array.from({ length: points + 7 }, () =>
      outcomeOf(limiter.consume('switch_role_by_member', 'hasty')),
    ),
  );
  expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(7);
});

test('attempts that are removed after a success do not count [U3]', async () => {
  const { limiter } = kindpal.services;
  for (let n = 0; n < points * 3; n += 1) {
    await limiter.consume('switch_role_by_member', 'right');
    await limiter.giveBack('switch_role_by_member', 'right');
  }
});

test('an attempt that cannot be removed is logged, and nothing fails [U3]', async () => {
  const { secret } = kindpal.services;
  const db = openDatabase(kindpal.services.env.databaseUrl ?? '', { size: 1 });
  await db.close();
  const log = { warn: vi.fn() };
  await createLimiter({ db, log, secret }).giveBack('switch_role_by_member', 'right');
  expect(log.warn).toHaveBeenCalledOnce();
});

test('the network of one household counts as one visitor, and no address is stored in clear text [U3]', async () => {
  const { limiter, db } = kindpal.services;
  await limiter.consume('verify_by_ip', '2001:db8:7:7::1');
  await limiter.consume('verify_by_ip', '2001:db8:7:7::2');
  await limiter.consume('verify_by_ip', 'unknown');
  await limiter.consume('reset_mail_by_address', 'somebody@example.org');
  const { rows } = await db.pool.query('SELECT key, points FROM rate_limits WHERE points = 2');
  // The /64 that contains both, and the /48 around it.
  expect(rows).toHaveLength(2);
  const all = JSON.stringify((await db.pool.query('SELECT * FROM rate_limits')).rows);
  expect(all).not.toMatch(/2001:db8|somebody/);
});

test('a counter of a clock that was a day ahead refuses nobody for a day', async () => {
  const { limiter, db } = kindpal.services;
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await limiter.consume('upload_by_member', 'of tomorrow');
  vi.useRealTimers();
  await limiter.consume('upload_by_member', 'of today');
  const count = async () =>
    (await db.pool.query('SELECT count(*)::int AS n FROM rate_limits')).rows[0].n;
  const before = await count();
  await pruneRateLimits(kindpal.services);
  expect(await count()).toBe(before - 1);
});

test('expired counters are removed', async () => {
  const { limiter, db } = kindpal.services;
  await limiter.consume('upload_by_member', 'somebody');
  const count = async () =>
    (await db.pool.query('SELECT count(*)::int AS n FROM rate_limits')).rows[0].n;
  await pruneRateLimits(kindpal.services);
  expect(await count()).toBeGreaterThan(0);
  kindpal.setNow(new Date(Date.now() + 2 * 3_600_000));
  await pruneRateLimits(kindpal.services);
  kindpal.setNow(null);
  expect(await count()).toBe(0);
});
