import { argon2Sync, randomBytes, scryptSync } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { TERMS_VERSION } from '@kindpal/contract/account/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authAccount, termsConsent } from '../../db/schema/account.ts';
import { errorOf, outcomeOf } from '../../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { addressPasswords, isOwnAddress, requireUncommonPassword } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const HERE = '198.51.100.1';
let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** A password hash as made by releases before argon2id. */
function formerHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 });
  return ['scrypt', 16_384, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** The same with argon2id, but less work than today. */
function weakerHash(password: string): string {
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, tagLength: 32 };
  const key = argon2Sync('argon2id', { ...parameters, memory: 4096, passes: 1, parallelism: 1 });
  return `$argon2id$v=19$m=4096,t=1,p=1$${nonce.toString('base64url')}$${key.toString('base64url')}`;
}

async function keptHash(userId: string) {
  const { drizzle } = kindpal.services.db;
  const [kept] = await drizzle.select().from(authAccount).where(eq(authAccount.userId, userId));
  return kept?.password;
}

test('a password is stored as argon2id with OWASP’s parameters [U1]', async () => {
  const hash = await hashPassword(PASSWORD, HERE);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toBe(await hashPassword(PASSWORD, HERE));
  expect(await verifyPassword(hash, PASSWORD, HERE)).toBe(true);
  expect(await verifyPassword(hash, 'Wrong-Horse-1', HERE)).toBe(false);
});

test('a hash is made after an idle thread has failed', async () => {
  const workers: Worker[] = [];
  const note = (created: unknown) => workers.push((created as { worker: Worker }).worker);
  subscribe('worker_threads', note);
  // A copy of the module, which has no threads yet.
  const copy: typeof import('./passwords.ts') = await import(
    new URL('./passwords.ts?copy', import.meta.url).href
  );
  const hash = await copy.hashPassword(PASSWORD, HERE);
  unsubscribe('worker_threads', note);
  const [worker, ...others] = workers;
  expect(others).toEqual([]);
  worker?.emit('error', new Error('out of memory'));
  await worker?.terminate();
  expect(await copy.verifyPassword(hash, PASSWORD, HERE)).toBe(true);
});

test('a password is the same however its accents are typed [U1]', async () => {
  const hash = await hashPassword('Caf\u00e9-Horse-1', HERE);
  expect(await verifyPassword(hash, 'Cafe\u0301-Horse-1', HERE)).toBe(true);
});

test('while twenty passwords are hashed, the server keeps serving everything else [U3]', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 20 }, () => hashPassword(PASSWORD, HERE)));
  clearInterval(turning);
  // If hashing ran on this thread, the loop would get no turn until the last hash is done.
  expect(turns).toBeGreaterThan(10);
});

test.each([
  ['one address', () => '203.0.113.66'],
  ['all the networks of one IPv6 customer', (n: number) => `2001:db8:66:${n}::1`],
])(
  'forty passwords tried from %s at once make a member elsewhere wait for one or two of them [U3]',
  async (_, addressOf) => {
    const order: string[] = [];
    const hash = (ip: string, who: string) =>
      hashPassword(PASSWORD, ip).then(() => order.push(who));
    const storm = Array.from({ length: 40 }, (_, n) => hash(addressOf(n), 'attacker'));
    await hash('198.51.100.7', 'member');
    expect(order.length).toBeLessThan(20);
    await Promise.all(storm);
    expect(order).toHaveLength(41);
  },
  60_000,
);

test('an invalid hash matches no password [U3]', async () => {
  for (const hash of ['', 'x', 'scrypt$1$2', '$argon2id$v=19$m=1,t=1,p=1$$', PASSWORD]) {
    expect(await verifyPassword(hash, PASSWORD, HERE)).toBe(false);
  }
});

test.each([
  ['scrypt', formerHash],
  ['weaker argon2id', weakerHash],
])('a password hashed as %s still works, and is hashed again [U3]', async (_, hashFormerly) => {
  const { id, email } = await joinKindpal(kindpal.services);
  const { drizzle } = kindpal.services.db;
  const former = hashFormerly(PASSWORD);
  await drizzle.update(authAccount).set({ password: former }).where(eq(authAccount.userId, id));
  const signIn = (password: string) =>
    outcomeOf(
      new TestBrowser(kindpal.services).send((api) =>
        api.account.token({ grant_type: 'password', email, password }),
      ),
    );
  expect(await signIn('Wrong-Horse-1')).toBe('WRONG_CREDENTIALS');
  expect(await keptHash(id)).toBe(former);
  expect(await signIn(PASSWORD)).toBe('ok');
  expect(await keptHash(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await signIn(PASSWORD)).toBe('ok');
});

test('a newcomer cannot choose a common password or their address, and keeps the invite [U1] [U2]', async () => {
  const invite = await mintInvite(kindpal.services);
  const join = (password: string) =>
    errorOf(
      new TestBrowser(kindpal.services).send((api) =>
        api.account.signUp(signUpForm(invite, { email: 'Ada.Vale@example.org', password })),
      ),
    );
  for (const password of ['P@ssw0rd', 'Password1!', 'Ada.vale1!']) {
    expect(await join(password)).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: [{ path: 'password' }] },
    });
  }
  await new TestBrowser(kindpal.services).send((api) => api.account.signUp(signUpForm(invite)));
});

test.each(['B@s3b4ll', 'Ch0c0l@t3', 'Base-Ball-1', 'Potat0-24!'])(
  '%s is a common password, although no list has it as it is typed [U2]',
  async (password) => {
    expect(await outcomeOf(requireUncommonPassword(password, 'ada@example.org'))).toBe(
      'INVALID_INPUT',
    );
  },
);

test('the own address stays one with other signs, capitals, look-alikes and a little around it [U2]', () => {
  for (const password of [
    'Anna_example_org1',
    'Anna.Example.Org-2024!',
    'ANNA EXAMPLE ORG 7#x',
    '1!Anna-example+org',
    '4nn4_Ex4mple_0rg!',
    'AnnaExampleOrg#1',
  ]) {
    expect(isOwnAddress(password, 'anna@example.org'), password).toBe(true);
  }
  expect(isOwnAddress('A_b.Quill-c_org1', 'a.b+quill@c.org')).toBe(true);
  for (const password of ['Example-org-Kitten-7', 'Anna-exempts-org-8', 'Orange_Savanna_41']) {
    expect(isOwnAddress(password, 'anna@example.org'), password).toBe(false);
  }
});

test('the few passwords that a new address is compared with are that address, and mostly pass the rules [U2] [U10]', () => {
  for (const address of ['anna@new.org', 'zeta.one-341@mail.new.org', 'a+tag@b.co', '7@new.org']) {
    const guesses = addressPasswords(address);
    expect(guesses.length).toBeLessThanOrEqual(4);
    expect(guesses.filter((guess) => !isOwnAddress(guess, address))).toEqual([]);
  }
  expect(addressPasswords('anna.smith@new.org')).toEqual([
    'anna.smith@new.org',
    'Anna.smith@new.org1',
    'Anna.Smith@New.org1',
    'Anna.smith1',
  ]);
  expect(addressPasswords('zeta.one-341@example.org')).toContain('Zeta.One-341@Example.org');
  expect(addressPasswords('annasmith7@new.org').at(-1)).toBe('Annasmith7!');
});

test('a reset refuses the current and a common password, and the link still works [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = new TestBrowser(kindpal.services);
  await browser.send((api) => api.account.recover({ email }));
  const token = linkParameter((await readMailbox(kindpal.services, email))[0], 'access_token');
  const reset = (password: string) =>
    outcomeOf(browser.send((api) => api.account.verify({ type: 'recovery', token, password })));
  expect(await reset(PASSWORD)).toBe('INVALID_INPUT');
  expect(await reset('Welcome-1')).toBe('INVALID_INPUT');
  expect(await reset('Battery-Staple-2')).toBe('ok');
});

test('a change refuses the current password, also in other characters of the same form [U10]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const change = (password: string) =>
    outcomeOf(
      browser.send((api) => api.account.updateUser({ password, current_password: PASSWORD })),
    );
  expect(await change(PASSWORD)).toBe('INVALID_INPUT');
  // Passwords are hashed after NFKC, so this one signs in with the same keys.
  expect(await change(PASSWORD.replaceAll('-', '\uff0d'))).toBe('INVALID_INPUT');
  expect(await change('Battery-Staple-2')).toBe('ok');
});

test('the version of the terms that a newcomer accepted is stored with the time [U1]', async () => {
  const { id } = await joinKindpal(kindpal.services);
  const { drizzle } = kindpal.services.db;
  const kept = await drizzle.select().from(termsConsent).where(eq(termsConsent.userId, id));
  expect(kept).toEqual([
    {
      userId: id,
      version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      acceptedAt: expect.any(Date),
    },
  ]);
  expect(Math.abs(Number(kept[0]?.acceptedAt) - Date.now())).toBeLessThan(60_000);
});

test('a newcomer whose page shows older terms joins only after reading the current ones [U1]', async () => {
  const browser = new TestBrowser(kindpal.services);
  const form = signUpForm(await mintInvite(kindpal.services));
  const join = (terms_version: string) =>
    errorOf(
      browser.send((api) =>
        api.account.signUp({ ...form, terms_version: terms_version as typeof TERMS_VERSION }),
      ),
    );
  expect(await join('2020-01-01')).toMatchObject({
    code: 'INVALID_INPUT',
    data: {
      fields: [
        {
          path: 'terms_version',
          message: 'Our terms have changed. Please reload this page and read them.',
        },
      ],
    },
  });
  const read = { ...form, terms_version: TERMS_VERSION } as const;
  expect((await browser.send((api) => api.account.signUp(read))).user.email).toBe(form.email);
});

test.each([
  [
    'anna2024@example.org',
    ['Anna2024!!', 'Anna2024x1', 'anna202412!', '1Anna2024', 'ANNA2024', '@nna2o24!'],
  ],
  ['anna@example.org', ['Anna2024!', 'Anna-1a', '77anna77!']],
  ['anna.smith+pets@example.org', ['AnnaSmith1!', 'anna.smith-99', 'Anna.Smith+Pets1']],
  ['al@example.org', ['Al2024!!', '12-al-34']],
])('the address %s with a few characters more is no password [U2]', async (email, passwords) => {
  for (const password of passwords) {
    const refused = await errorOf(requireUncommonPassword(password, email));
    expect([password, refused.data]).toEqual([
      password,
      { fields: [{ path: 'password', message: 'Password must not be your email address' }] },
    ]);
  }
});

test.each([
  ['anna2024@example.org', ['Marble-Anna-7', 'Nothing2024x1']],
  ['al@example.org', ['Marble-Tral1!', 'Altitude-9x']],
  ['rose@example.org', ['Rosewood-Tile-1', 'Primrose-Path-1']],
])(
  'a password that happens to contain a part of %s stays possible [U2]',
  async (email, passwords) => {
    for (const password of passwords) {
      expect([password, await outcomeOf(requireUncommonPassword(password, email))]).toEqual([
        password,
        'ok',
      ]);
    }
  },
);
