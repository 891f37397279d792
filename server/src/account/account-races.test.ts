import type { RouterClient } from '@orpc/server';
import type pg from 'pg';
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

/** The outcome of a call that waits for the member's account, which is changed meanwhile. */
async function meanwhile(
  id: string,
  change: (tx: pg.PoolClient) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<string> {
  const { pool } = kindpal.services.db;
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    await tx.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
    const calling = outcomeOf(call());
    await untilLockWaits(pool, 1);
    await change(tx);
    await tx.query('COMMIT');
    return await calling;
  } finally {
    // Closed, because after a failed test it would still hold the lock.
    tx.release(true);
  }
}

test('a session that a reset has ended meanwhile signs nobody out [U5] [U6]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  const signingOut = await meanwhile(
    id,
    // Its own session takes the place of the one that signs out.
    (tx) => tx.query('UPDATE auth.session SET id = gen_random_uuid() WHERE user_id = $1', [id]),
    () => browser.send((api) => api.account.signOut({ scope: 'global' })),
  );
  expect(signingOut).toBe('UNAUTHORIZED');
  const left = await pool.query('SELECT FROM auth.session WHERE user_id = $1', [id]);
  expect(left.rowCount).toBe(1);
});

/** What such a call could change: rows of a member, and emails to them. */
const OWN_ROWS = [
  ...['session', 'account', 'email_change', 'trusted_device', 'one_time_code', 'factor'],
  ...['deletion_request', 'data_archive'],
]
  .map((table) => `SELECT to_jsonb(own) AS row FROM auth.${table} own WHERE user_id = $1`)
  .concat('SELECT to_jsonb(own) FROM notification_settings own WHERE member_id = $1')
  .concat('SELECT to_jsonb(task_identifier) FROM graphile_worker.jobs')
  .join(' UNION ALL ');

async function listOwnRows(queries: pg.Pool | pg.PoolClient, id: string): Promise<unknown[]> {
  return (await queries.query(`${OWN_ROWS} ORDER BY row`, [id])).rows;
}

type Api = RouterClient<ApiRouter>;
const proof = { current_password: PASSWORD };
const REFUSED: [string, (api: Api, other: string, email: string) => Promise<unknown>][] = [
  ['signs out another device', (api, id) => api.security.endSession({ id })],
  ['requests a code', (api) => api.account.reauthenticate()],
  ['keeps the account', (api) => api.deletion.withdraw()],
  ['requests the deletion', (api) => api.deletion.request(proof)],
  ['requests an export', (api) => api.archive.request(proof)],
  ['starts a calendar feed', (api) => api.notification.startCalendarFeed()],
  ['confirms an identity', (api) => api.factor.confirm({ password: PASSWORD })],
  ['adds an app', (api) => api.factor.enroll({ factor_type: 'totp' })],
  [
    'changes the password',
    (api) => api.account.updateUser({ ...proof, password: 'Battery-Staple-3' }),
  ],
  [
    'changes the address',
    (api, _, email) => api.account.updateUser({ ...proof, email: `thief-${email}` }),
  ],
];

test.each(REFUSED)(
  'a session that %s, but has ended meanwhile, changes nothing [U6] [U8] [U10] [X1]',
  async (_, call) => {
    const { browser, email, id } = await prepare();
    await browser.send((api) => api.notification.startCalendarFeed());
    await kindpal.asOwner(`INSERT INTO auth.trusted_device (user_id, token_hash, expires_at)
      VALUES ('${id}', sha256('${id}'), now() + interval '1 day')`);
    await kindpal.asOwner(`INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
      VALUES ('${id}', now(), now() + interval '14 days')`);
    const { items } = await browser.send((api) => api.security.listDevices());
    const other = items.find(({ is_current }) => !is_current)?.id ?? '';
    let kept: unknown;
    const outcome = await meanwhile(
      id,
      async (tx) => {
        await tx.query('DELETE FROM auth.session WHERE user_id = $1 AND id <> $2', [id, other]);
        kept = await listOwnRows(tx, id);
      },
      () => browser.send((api) => call(api, other, email)),
    );
    expect(outcome).toBe('UNAUTHORIZED');
    expect(await listOwnRows(kindpal.services.db.pool, id)).toEqual(kept);
  },
);

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
