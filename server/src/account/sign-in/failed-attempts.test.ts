import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pruneRateLimits } from '../../tasks/prune-rate-limits.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { outcomeOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { beginAttempt, clearAttempt } from './failed-attempts.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterEach(() => query('DELETE FROM auth.failed_attempts'));
afterAll(() => kindpal.stop());

const query = (text: string) => kindpal.services.db.pool.query(text);
/** An attempt from a household of one customer. */
const from = (household: number) => ({
  ip: `2001:db8:7:${household}::1`,
  email: 'somebody@example.org',
  device: null,
});

/** Moves these counters behind all others, and has the table scanned: its index is in order. */
async function moveLast(kind: string): Promise<void> {
  await query(`UPDATE auth.failed_attempts SET failures = failures WHERE key LIKE '${kind} %'`);
  await kindpal.asOwner('ANALYZE auth.failed_attempts');
}

/**
 * Starts each while the newest counter of a kind is locked: the first one waits for it, and another
 * that has locked one which the first needs next is in its way.
 */
async function meet(kind: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { pool } = kindpal.services.db;
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`SELECT FROM auth.failed_attempts WHERE key LIKE '${kind} %'
    ORDER BY ctid DESC LIMIT 1 FOR UPDATE`);
  const one = outcomeOf(first());
  await untilLockWaits(pool, 1);
  const other = outcomeOf(second());
  await Promise.race([other, untilLockWaits(pool, 2)]);
  await client.query('ROLLBACK');
  client.release();
  return Promise.all([one, other]);
}

test('an attempt and one that succeeds at the same moment do not wait for each other [U3]', async () => {
  const { services } = kindpal;
  await beginAttempt(services, from(1));
  await moveLast('network');
  const outcomes = await meet(
    'network',
    () => beginAttempt(services, from(1)),
    () => clearAttempt(services, from(1)),
  );
  expect(outcomes).toEqual(['ok', 'ok']);
});

test('nor do an attempt and one that is refused and so not counted [U3]', async () => {
  const { services } = kindpal;
  await beginAttempt(services, from(2));
  await query(`UPDATE auth.failed_attempts SET blocked_until = now() + interval '1 minute'
    WHERE key LIKE 'network %'`);
  await beginAttempt(services, from(1));
  // The refused one has counted itself, and takes that back when both have moved.
  let arrive = () => {};
  let leave = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const left = new Promise<void>((resolve) => (leave = resolve));
  const db: typeof services.db = {
    ...services.db,
    async prepared(name, ...rest) {
      if (name === 'attempt-take-back') {
        arrive();
        await left;
      }
      return services.db.prepared(name, ...rest);
    },
  };
  const refused = outcomeOf(beginAttempt({ ...services, db }, from(2)));
  await arrived;
  await moveLast('address');
  const outcomes = await meet(
    'wide',
    () => beginAttempt(services, from(1)),
    () => {
      leave();
      return refused;
    },
  );
  expect(outcomes).toEqual(['ok', 'ok']);
  expect(await refused).toBe('TOO_MANY_REQUESTS');
});

test('nor do an attempt and the clean-up of expired counts [U3]', async () => {
  const { services } = kindpal;
  await beginAttempt(services, from(1));
  await query("UPDATE auth.failed_attempts SET expires_at = now() - interval '1 minute'");
  await moveLast('address');
  await moveLast('network');
  const outcomes = await meet(
    'network',
    () => beginAttempt(services, from(1)),
    () => pruneRateLimits(services),
  );
  expect(outcomes).toEqual(['ok', 'ok']);
});
