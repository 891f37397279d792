import { Worker } from 'node:worker_threads';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { invites } from '../../db/schema/invite.ts';
import { users } from '../../db/schema/member.ts';
import { createMember } from '../../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  browserElsewhere,
  joinKindpal,
  mintInvite,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const signUp = (form: ReturnType<typeof signUpForm>) =>
  new TestBrowser(kindpal.services).send((api) => api.account.signUp(form));

async function findInvite(code: string) {
  const { drizzle } = kindpal.services.db;
  const [invite] = await drizzle.select().from(invites).where(eq(invites.code, code));
  return invite;
}

async function countAccounts(): Promise<Record<string, number>> {
  const { rows } = await kindpal.services.db.pool.query(`
    SELECT (SELECT count(*)::int FROM auth."user") AS accounts,
      (SELECT count(*)::int FROM auth.account) AS credentials,
      (SELECT count(*)::int FROM users) AS members,
      (SELECT count(*)::int FROM auth.session) AS sessions`);
  return rows[0];
}

test('a newcomer with an invite becomes a member, is signed in, and has used up the invite [U1]', async () => {
  const code = await mintInvite(kindpal.services);
  const browser = new TestBrowser(kindpal.services);
  const form = signUpForm(code.toLowerCase().replaceAll('-', ' '), {
    email: ' Ada.Stone@Example.org ',
    data: { full_name: ' Ada Maria <Stone> ', role: 'pet_sitter' },
  });
  const session = await browser.send((api) => api.account.signUp(form));

  expect(session).toMatchObject({ access_token: null, refresh_token: null });
  expect(session.user).toMatchObject({
    email: 'ada.stone@example.org',
    full_name: 'Ada Maria Stone',
    role: 'pet_sitter',
    active_role: 'pet_sitter',
    app_role: 'user',
    identities: [{ provider: 'email' }],
    factors: [],
  });
  expect((await browser.send((api) => api.account.getUser())).id).toBe(session.user.id);
  expect(await findInvite(code)).toMatchObject({ used_by: session.user.id, is_active: true });
  expect((await findInvite(code))?.used_at).toBeInstanceOf(Date);
});

test('the name in the form is stored as first and last name [U1]', async () => {
  const { id } = await joinKindpal(kindpal.services, { data: { full_name: 'Ann Lee Burr' } });
  const { drizzle } = kindpal.services.db;
  const [member] = await drizzle.select().from(users).where(eq(users.id, id));
  expect(member).toMatchObject({ first_name: 'Ann Lee', last_name: 'Burr', role: 'pet_owner' });
});

test('a code that is unknown, used, disabled, or of a suspended member is refused [U1]', async () => {
  const { services } = kindpal;
  const suspended = await createMember(services.db, { suspended_at: new Date() });
  const used = await mintInvite(services);
  await signUp(signUpForm(used));
  const codes = [
    '0000-0000-0000',
    'not a code',
    used,
    await mintInvite(services, { is_active: false }),
    await mintInvite(services, { created_by: suspended.id }),
  ];
  const before = await countAccounts();
  for (const code of codes) {
    const refused = await refusalOf(signUp(signUpForm(code)));
    expect([code, refused]).toEqual([code, 'INVALID_INVITE']);
  }
  expect(await countAccounts()).toEqual(before);
});

test('of 50 concurrent newcomers with one invite one joins, and nothing is half done [U1]', async () => {
  const code = await mintInvite(kindpal.services);
  const before = await countAccounts();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => signUp(signUpForm(code))),
  );
  const [winner, ...more] = answers.filter((answer) => answer.status === 'fulfilled');
  expect(more).toEqual([]);
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason.code).toBe('INVALID_INVITE');
  }
  expect(await countAccounts()).toEqual({
    accounts: Number(before.accounts) + 1,
    credentials: Number(before.credentials) + 1,
    members: Number(before.members) + 1,
    sessions: Number(before.sessions) + 1,
  });
  expect((await findInvite(code))?.used_by).toBe(winner?.value.user.id);
  // Fifty passwords are hashed, which takes a while on a busy machine.
}, 90_000);

test('a taken address is not confirmed, and the invite stays unused [U1]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const code = await mintInvite(kindpal.services);
  const before = await countAccounts();
  const refused = signUp(signUpForm(code, { email: email.toUpperCase() }));
  expect(await refusalOf(refused)).toBe('SIGN_UP_REFUSED');
  expect((await findInvite(code))?.used_at).toBeNull();
  expect(await countAccounts()).toEqual(before);
});

test('a taken address takes as much work as a free one: the password is hashed once either way [U1]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  // Each hash is one message to a thread.
  const hashed = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    for (const form of [{ email }, {}]) {
      hashed.mockClear();
      const code = await mintInvite(kindpal.services);
      const outcome = await signUp(signUpForm(code, form)).then(
        () => 'joined',
        (error: { code: string }) => error.code,
      );
      expect([outcome, hashed.mock.calls.length]).toEqual([
        'email' in form ? 'SIGN_UP_REFUSED' : 'joined',
        1,
      ]);
    }
  } finally {
    hashed.mockRestore();
  }
});

test('two concurrent newcomers with one address make one account, and the other keeps the invite [U1]', async () => {
  const codes = [await mintInvite(kindpal.services), await mintInvite(kindpal.services)];
  const email = 'twins@example.org';
  const answers = await Promise.all(
    codes.map((code) => outcomeOf(signUp(signUpForm(code, { email })))),
  );
  expect(answers.sort()).toEqual(['SIGN_UP_REFUSED', 'ok']);
  const used = await Promise.all(codes.map(async (code) => (await findInvite(code))?.used_at));
  expect(used.filter(Boolean)).toHaveLength(1);
});

test('a failure in the middle leaves no account and an unused invite [U1]', async () => {
  await kindpal.asOwner(`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`);
  await kindpal.asOwner(
    'CREATE TRIGGER fail_once BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fail_once()',
  );
  const code = await mintInvite(kindpal.services);
  const before = await countAccounts();
  await expect(signUp(signUpForm(code))).rejects.toThrow();
  expect(await countAccounts()).toEqual(before);
  expect((await findInvite(code))?.used_at).toBeNull();
  await kindpal.asOwner('DROP TRIGGER fail_once ON users');
  await expect(signUp(signUpForm(code))).resolves.toBeTruthy();
});

test('one network joins a limited number of times in an hour; attempts that fail do not count [U1]', async () => {
  const browser = browserElsewhere(kindpal.services);
  const join = async (given = {}) => {
    const form = signUpForm(await mintInvite(kindpal.services), given);
    return browser.send((api) => api.account.signUp(form));
  };
  const { limiter } = kindpal.services;
  for (let n = 2; n < LIMITS.join_by_ip.points; n += 1) {
    await limiter.consume('join_by_ip', browser.ip);
  }
  const { user } = await join();
  expect(await refusalOf(join({ email: user.email }))).toBe('SIGN_UP_REFUSED');
  await join();
  expect((await errorOf(join())).data).toMatchObject({ limit: 'join_by_ip' });
});

test('an administrative role cannot be chosen at sign-up [U1] [U15]', async () => {
  const form = signUpForm(await mintInvite(kindpal.services));
  const forged = { ...form, data: { full_name: 'Eve Hale', role: 'super_admin' } };
  await expect(signUp(forged as typeof form)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
