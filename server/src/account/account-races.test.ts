import type { RouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiRouter } from '../api-router.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** PostgreSQL detects deadlocks only when they happen to occur, so the test repeats. */
const ROUNDS = 5;
const TEST_TIMEOUT_MS = 120_000;
const browse = () => new TestBrowser(kindpal.services);
const grantOf = (email: string) => ({ grant_type: 'password' as const, email, password: PASSWORD });

async function tokenOf(address: string, path: string, name: string): Promise<string> {
  const mails = await readMailbox(kindpal.services, address);
  return linkParameter(
    mails.find(({ text }) => text.includes(path)),
    name,
  );
}

/** A member with a pending change of address, its undo link, a reset link and two browsers. */
async function prepare() {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const other = browse();
  await other.send((api) => api.account.token(grantOf(email)));
  const next = `next-${email}`;
  await browser.send((api) => api.account.updateUser({ email: next, current_password: PASSWORD }));
  await browse().send((api) => api.account.recover({ email }));
  return {
    id,
    email,
    browser,
    other,
    confirm: await tokenOf(next, '/confirm', 'token'),
    undo: await tokenOf(email, '/undo-email-change', 'token'),
    reset: await tokenOf(email, '/reset-password', 'access_token'),
  };
}

type Verify = Parameters<RouterClient<ApiRouter>['account']['verify']>[0];
const verify = (input: Verify) => browse().send((api) => api.account.verify(input));

test(
  'concurrent changes of an account take turns, and none of them fails [U5] [U6] [U8]',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, email, browser, other, confirm, undo, reset } = await prepare();
      const suspend = `UPDATE users SET suspended_at = now() WHERE id = '${id}'`;
      const outcomes = await Promise.all([
        outcomeOf(verify({ type: 'email_change', token: confirm })),
        outcomeOf(verify({ type: 'email_undo', token: undo })),
        outcomeOf(verify({ type: 'recovery', token: reset, password: 'Battery-Staple-2' })),
        outcomeOf(browser.send((api) => api.account.signOut({ scope: 'global' }))),
        outcomeOf(
          other.send((api) =>
            api.account.updateUser({ password: 'Battery-Staple-3', current_password: PASSWORD }),
          ),
        ),
        outcomeOf(browse().send((api) => api.account.token(grantOf(email)))),
        kindpal.asOwner(suspend).then(() => 'ok', String),
      ]);
      expect(outcomes).not.toContain('INTERNAL_SERVER_ERROR');
      expect(outcomes.at(-1)).toBe('ok');
      const left = await kindpal.asOwner(`SELECT 1 FROM auth.session WHERE user_id = '${id}'`);
      expect(left).toEqual([]);
    }
  },
  TEST_TIMEOUT_MS,
);

test('a session that a reset has ended meanwhile signs nobody out [U5] [U6]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  const reset = await pool.connect();
  await reset.query('BEGIN');
  await reset.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
  // Its own session takes the place of the one that signs out.
  await reset.query('UPDATE auth.session SET id = gen_random_uuid() WHERE user_id = $1', [id]);
  const signingOut = outcomeOf(browser.send((api) => api.account.signOut({ scope: 'global' })));
  await untilLockWaits(pool, 1);
  await reset.query('COMMIT');
  reset.release();
  expect(await signingOut).toBe('ok');
  const left = await pool.query('SELECT FROM auth.session WHERE user_id = $1', [id]);
  expect(left.rowCount).toBe(1);
});

test(
  'an API client that refreshes its session while the member signs out everywhere gets no fault [U6] [U7]',
  async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    for (let round = 0; round < ROUNDS; round += 1) {
      await browser.send((api) => api.account.token(grantOf(email)));
      const clients = await Promise.all(
        [1, 2, 3].map(() =>
          browse().send((api) => api.account.token({ ...grantOf(email), return_tokens: true })),
        ),
      );
      const renew = (refresh_token: string | null) =>
        browse().send((api) =>
          api.account.token({ grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }),
        );
      const outcomes = await Promise.all([
        ...clients.flatMap(({ refresh_token: token }) => [
          outcomeOf(renew(token)),
          outcomeOf(renew(token)),
        ]),
        outcomeOf(browser.send((api) => api.account.signOut({ scope: 'global' }))),
        ...clients.map(({ refresh_token: token }) => outcomeOf(renew(token))),
      ]);
      expect(outcomes).not.toContain('INTERNAL_SERVER_ERROR');
      for (const { refresh_token: token } of clients) {
        expect(await outcomeOf(renew(token))).toBe('SESSION_ENDED');
      }
    }
  },
  TEST_TIMEOUT_MS,
);
