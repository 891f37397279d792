import { PASSKEYS_MAX } from '@kindpal/contract/passkey/schema';
import { eq } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { pruneExpiredSessions } from '../account/session/prune-expired-sessions.ts';
import { authAccount, authSession, authUser } from '../db/schema/account.ts';
import { passkeyChallenge } from '../db/schema/passkey.ts';
import { userRoles } from '../db/schema/staff.ts';
import { enrollApp } from '../testing/enroll-app.ts';
import { createMember } from '../testing/factories.ts';
import { proveNow } from '../testing/prove-now.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { type Bent, SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import {
  joinKindpal,
  linkParameter,
  openPage,
  PASSWORD,
  readMailbox,
  type TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let now = Date.now();
beforeAll(async () => {
  kindpal = await startTestKindpal();
  kindpal.setNow(new Date(now));
});
afterAll(() => kindpal.stop());

function wait(seconds: number): void {
  now += seconds * 1000;
  kindpal.setNow(new Date(now));
}
const newKey = () => new SoftwareAuthenticator(kindpal.services.env.appUrl);
/** A browser sends its origin with each change; an API client does not. */
const openBrowser = () => openPage(kindpal.services);

async function add(browser: TestBrowser, key = newKey(), bent: Bent = {}) {
  const { challenge_id, options } = await browser.send((api) => api.passkey.startRegistration());
  const credential = key.create(options, bent);
  const added = await browser.send((api) =>
    api.passkey.verifyRegistration({ challenge_id, credential }),
  );
  return { key, added };
}

async function signIn(key: SoftwareAuthenticator, bent: Bent = {}, browser = openBrowser()) {
  const { challenge_id, options } = await browser.send((api) => api.passkey.startSignIn());
  const credential = key.show(options, bent);
  const session = await browser.send((api) => api.passkey.signIn({ challenge_id, credential }));
  return { browser, session };
}

async function confirm(browser: TestBrowser, key: SoftwareAuthenticator, bent: Bent = {}) {
  const { challenge_id, options } = await browser.send((api) => api.passkey.startConfirmation());
  const credential = key.show(options, bent);
  return browser.send((api) => api.passkey.confirm({ challenge_id, credential }));
}

/** Sends a passkey together with the action it confirms. */
async function prove(browser: TestBrowser, key: SoftwareAuthenticator) {
  const { challenge_id, options } = await browser.send((api) => api.passkey.startConfirmation());
  return { challenge_id, credential: key.show(options) };
}

/** Adds a passkey that only signs in so far. */
async function joinWithNewKey() {
  const member = await joinKindpal(kindpal.services);
  return { ...member, ...(await add(member.browser)) };
}

/** Makes a member's passkeys some hours older. */
const age = (id: string, hours: number) =>
  kindpal.asOwner(`UPDATE auth.passkey SET created_at = created_at - interval '${hours} hours'
    WHERE user_id = '${id}'`);

async function joinWithKey() {
  const member = await joinWithNewKey();
  await age(member.id, 73);
  return member;
}

const listOwn = async (browser: TestBrowser) =>
  (await browser.send((api) => api.passkey.list())).items;
const grant = (email: string) => ({
  grant_type: 'password' as const,
  email,
  password: PASSWORD,
});
async function addApp(browser: TestBrowser): Promise<string> {
  const { id, totp } = await enrollApp(browser);
  const challenge = await browser.send((api) => api.factor.challenge({ factor_id: id }));
  const code = await generate({ secret: totp.secret, epoch: Math.floor(now / 1000) });
  const input = { factor_id: id, challenge_id: challenge.id, code };
  await browser.send((api) => api.factor.verify(input));
  return id;
}

describe('adding a passkey [U13]', () => {
  test('a member adds one, gets an email, and signs in with it at aal2 [U13]', async () => {
    const member = await joinKindpal(kindpal.services);
    member.browser.userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const { key, added } = await add(member.browser);
    expect(added).toMatchObject({ friendly_name: 'Chrome on Linux', last_used_at: null });
    const [mail] = await readMailbox(kindpal.services, member.email);
    expect(mail?.subject).toContain('A passkey was added');
    expect(mail?.text).toContain('Chrome on Linux');

    const { browser, session } = await signIn(key);
    expect(session).toMatchObject({ aal: 'aal2', awaits_factor: false });
    expect(session.user.email).toBe(member.email);
    expect(await listOwn(browser)).toMatchObject([
      { id: added.id, last_used_at: expect.any(String) },
    ]);
    const second = await add(member.browser);
    expect(second.added.friendly_name).toBe('Chrome on Linux 2');
  });

  test('needs proof: a session from yesterday, or one without the second factor, adds none [U10] [U13]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    wait(11 * 60);
    expect(await refusalOf(add(browser))).toBe('REAUTHENTICATION_NEEDED');
    await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
    expect(await outcomeOf(add(browser))).toBe('ok');
    wait(60);
    await addApp(browser);
    const other = openBrowser();
    await other.send((api) => api.account.token(grant(email)));
    expect(await refusalOf(add(other))).toBe('UNAUTHORIZED');
  });

  test('is limited, even with 20 tabs adding at once [U13]', async () => {
    const { browser } = await joinKindpal(kindpal.services);
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => browser.send((api) => api.passkey.startRegistration())),
    );
    const outcomes = await Promise.all(
      begun.map(({ challenge_id, options }) =>
        outcomeOf(
          browser.send((api) =>
            api.passkey.verifyRegistration({ challenge_id, credential: newKey().create(options) }),
          ),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(PASSKEYS_MAX);
    expect(await listOwn(browser)).toHaveLength(PASSKEYS_MAX);
    expect(await refusalOf(add(browser))).toBe('TOO_MANY_PASSKEYS');
  });

  test('is refused with the id of somebody else’s passkey [U13]', async () => {
    const { key } = await joinWithKey();
    const { browser } = await joinKindpal(kindpal.services);
    const { challenge_id, options } = await browser.send((api) => api.passkey.startRegistration());
    const twin = newKey();
    const credential = twin.create(options);
    const stolen = Buffer.from(credential.response.attestationObject, 'base64url');
    const at = stolen.indexOf(twin.credential?.id ?? Buffer.alloc(0));
    key.credential?.id.copy(stolen, at);
    const id = key.credential?.id.toString('base64url') ?? '';
    const attestationObject = stolen.toString('base64url');
    const forged = {
      ...credential,
      id,
      rawId: id,
      response: { ...credential.response, attestationObject },
    };
    const claimed = browser.send((api) =>
      api.passkey.verifyRegistration({ challenge_id, credential: forged }),
    );
    expect(await refusalOf(claimed)).toBe('PASSKEY_REFUSED');
    expect(await listOwn(browser)).toEqual([]);
  });

  test.each<[string, Bent]>([
    ['made for another site', { origin: 'https://kindpal.evil.example' }],
    ['made under the name of another site', { rpId: 'evil.example' }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['made without finger, face or PIN', { isVerified: false }],
    ['made for another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['that is an answer to signing in', { type: 'webauthn.get' }],
  ])('a passkey %s is refused [U13]', async (_, bent) => {
    const { browser } = await joinKindpal(kindpal.services);
    expect(await refusalOf(add(browser, newKey(), bent))).toBe('PASSKEY_REFUSED');
    expect(await listOwn(browser)).toEqual([]);
  });
});

describe('signing in with a passkey [U13]', () => {
  test.each<[string, Bent]>([
    ['on a page of another site', { origin: 'https://kindpal.evil.example' }],
    ['under the name of another site', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without finger, face or PIN', { isVerified: false }],
    ['for another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['as if it were made', { type: 'webauthn.create' }],
  ])('one used %s opens nothing [U13]', async (_, bent) => {
    const { key } = await joinWithKey();
    expect(await refusalOf(signIn(key, bent))).toBe('PASSKEY_REFUSED');
    expect(await outcomeOf(signIn(key))).toBe('ok');
  });

  test('an answer works once, however often it is sent concurrently [U13]', async () => {
    const { key } = await joinWithKey();
    const browser = openBrowser();
    const { challenge_id, options } = await browser.send((api) => api.passkey.startSignIn());
    const credential = key.show(options);
    const send = () => browser.send((api) => api.passkey.signIn({ challenge_id, credential }));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(send())));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await refusalOf(send())).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
  });

  test('a challenge belongs to the browser that requested it, lasts 5 minutes, and is used up by a wrong answer [U13]', async () => {
    const { key } = await joinWithKey();
    const browser = openBrowser();
    const begin = () => browser.send((api) => api.passkey.startSignIn());
    const stolen = await begin();
    const thief = openBrowser();
    await thief.send((api) => api.passkey.startSignIn());
    const credential = key.show(stolen.options);
    const { challenge_id } = stolen;
    const elsewhere = thief.send((api) => api.passkey.signIn({ challenge_id, credential }));
    expect(await refusalOf(elsewhere)).toBe('WEBAUTHN_CHALLENGE_EXPIRED');

    const late = await begin();
    wait(301);
    const tooLate = browser.send((api) =>
      api.passkey.signIn({ challenge_id: late.challenge_id, credential: key.show(late.options) }),
    );
    expect(await refusalOf(tooLate)).toBe('WEBAUTHN_CHALLENGE_EXPIRED');

    const asked = await begin();
    const answer = (bent: Bent) =>
      browser.send((api) =>
        api.passkey.signIn({
          challenge_id: asked.challenge_id,
          credential: key.show(asked.options, bent),
        }),
      );
    expect(await refusalOf(answer({ isVerified: false }))).toBe('PASSKEY_REFUSED');
    expect(await refusalOf(answer({}))).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
  });

  test('challenges of one purpose work for no other: adding, confirming, signing in [U13]', async () => {
    const { browser, key } = await joinWithKey();
    const { challenge_id, options } = await browser.send((api) => api.passkey.startConfirmation());
    const credential = key.show(options);
    const input = { challenge_id, credential };
    const swapped = browser.send((api) => api.passkey.signIn(input));
    expect(await refusalOf(swapped)).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
    const begun = await browser.send((api) => api.passkey.startSignIn());
    const other = browser.send((api) =>
      api.passkey.confirm({
        challenge_id: begun.challenge_id,
        credential: key.show(begun.options),
      }),
    );
    expect(await refusalOf(other)).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
  });

  test('a passkey with another member’s name opens neither account [U13]', async () => {
    const [one, other] = [await joinWithKey(), await joinWithKey()];
    const mixed = newKey();
    if (!one.key.credential || !other.key.credential) throw new Error('no passkeys');
    mixed.credential = { ...one.key.credential, userHandle: other.key.credential.userHandle };
    expect(await refusalOf(signIn(mixed))).toBe('PASSKEY_REFUSED');
    mixed.credential = { ...one.key.credential, privateKey: other.key.credential.privateKey };
    expect(await refusalOf(signIn(mixed))).toBe('PASSKEY_REFUSED');
    mixed.credential = { ...one.key.credential, id: Buffer.from('unknown') };
    expect(await refusalOf(signIn(mixed))).toBe('PASSKEY_REFUSED');
  });

  test.each<[string, string, (key: SoftwareAuthenticator, from: TestBrowser) => Promise<unknown>]>([
    ['PASSKEY_REFUSED', '198.51.100.13', (key, from) => signIn(key, { isVerified: false }, from)],
    [
      'WEBAUTHN_CHALLENGE_EXPIRED',
      '198.51.100.14',
      async (key, from) => {
        const { challenge_id, options } = await openBrowser().send((api) =>
          api.passkey.startSignIn(),
        );
        const credential = key.show(options);
        return from.send((api) => api.passkey.signIn({ challenge_id, credential }));
      },
    ],
  ])(
    'answers that are %s are limited by network, where a valid one keeps working [U3] [U13]',
    async (code, ip, guess) => {
      const { key } = await joinWithKey();
      const nearby = () => Object.assign(openBrowser(), { ip });
      for (let n = 1; n < LIMITS.sign_in_by_ip.points; n += 1) {
        await kindpal.services.limiter.hasRoom('sign_in_by_ip', ip);
      }
      const refused = () => errorOf(guess(key, nearby()));
      expect((await refused()).code).toBe(code);
      expect((await refused()).data).toMatchObject({ limit: 'sign_in_by_ip' });
      expect(await outcomeOf(signIn(key, {}, nearby()))).toBe('ok');
    },
  );

  test('a counter that goes back reveals a cloned passkey, and its member is told [U13]', async () => {
    const { key, browser } = await joinWithKey();
    key.counts = true;
    await signIn(key);
    await signIn(key, { counter: 9 });
    for (const counter of [9, 3, 0]) {
      expect(await refusalOf(signIn(key, { counter }))).toBe('PASSKEY_REFUSED');
    }
    const { items } = await browser.send((api) => api.security.listEvents({ limit: 10 }));
    expect(items.find(({ kind }) => kind === 'sign_in_failed')).toMatchObject({ times: 3 });
    expect(await outcomeOf(signIn(key, { counter: 10 }))).toBe('ok');
  });

  test('of a passkey and its clone that sign in at the same moment only one gets in [U13]', async () => {
    const { key } = await joinWithKey();
    key.counts = true;
    await signIn(key);
    const begun = await Promise.all(
      [openBrowser(), openBrowser()].map(async (browser) => {
        const started = await browser.send((api) => api.passkey.startSignIn());
        return { browser, ...started };
      }),
    );
    const outcomes = await Promise.all(
      begun.map(({ browser, challenge_id, options }) => {
        const credential = key.show(options, { counter: 9 });
        return outcomeOf(browser.send((api) => api.passkey.signIn({ challenge_id, credential })));
      }),
    );
    expect(outcomes.sort()).toEqual(['PASSKEY_REFUSED', 'ok']);
  });

  test('a member with an app needs no code after a passkey; the password alone still needs one [U13]', async () => {
    const { browser, key, email } = await joinWithKey();
    await addApp(browser);
    const { session } = await signIn(key);
    expect(session).toMatchObject({ aal: 'aal2', awaits_factor: false });
    const halfway = await openBrowser().send((api) => api.account.token(grant(email)));
    expect(halfway).toMatchObject({ aal: 'aal1', awaits_factor: true });
  });

  test('a passkey does not require a second factor: the password alone still signs in without an app [U13]', async () => {
    const { email } = await joinWithKey();
    const session = await openBrowser().send((api) => api.account.token(grant(email)));
    expect(session).toMatchObject({ aal: 'aal1', awaits_factor: false });
  });

  test('staff use their role in a session started with a passkey, but not once it is removed [U13] [S6]', async () => {
    const { id, browser, added } = await joinWithKey();
    await kindpal.services.db.drizzle.insert(userRoles).values({ user_id: id, role: 'admin' });
    const needs = async () =>
      (await browser.send((api) => api.account.getSession())).session?.user.needs_factor;
    expect(await needs()).toBe(false);
    await browser.send((api) => api.passkey.remove({ passkey_id: added.id }));
    expect(await needs()).toBe(true);
  });

  test('a suspended member is told the reason, a stranger with a wrong passkey is not [U13] [S3]', async () => {
    const { key, id } = await joinWithKey();
    const { db } = kindpal.services;
    const admin = await proveNow(kindpal, await createMember(db, { app_role: 'admin' }));
    const boss = kindpal.callerFor(admin);
    await boss.moderation.suspend({ member_id: id, ends_at: null, reason: 'Rude to neighbors' });
    expect(await refusalOf(signIn(key, { isVerified: false }))).toBe('PASSKEY_REFUSED');
    const refused = await errorOf(signIn(key));
    expect(refused).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      data: { token: expect.any(String) },
    });
  });

  test('unanswered challenges are removed [U13]', async () => {
    const { challenge_id } = await openBrowser().send((api) => api.passkey.startSignIn());
    const { drizzle } = kindpal.services.db;
    const left = () =>
      drizzle.select().from(passkeyChallenge).where(eq(passkeyChallenge.id, challenge_id));
    await drizzle
      .update(passkeyChallenge)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(passkeyChallenge.id, challenge_id));
    await pruneExpiredSessions(kindpal.services);
    expect(await left()).toEqual([]);
  });
});

describe('managing passkeys [U13]', () => {
  test('a member names one and uses it as proof; somebody else’s is not found [U10] [U13]', async () => {
    const { browser, key, added } = await joinWithKey();
    const named = { passkey_id: added.id, friendly_name: 'Old phone' };
    expect(await browser.send((api) => api.passkey.rename(named))).toMatchObject({
      friendly_name: 'Old phone',
    });
    const stranger = await joinWithKey();
    const { browser: other } = stranger;
    expect(await refusalOf(other.send((api) => api.passkey.rename(named)))).toBe('NOT_FOUND');
    const remove = (who: TestBrowser) =>
      who.send((api) => api.passkey.remove({ passkey_id: added.id }));
    expect(await refusalOf(remove(other))).toBe('NOT_FOUND');
    expect(await refusalOf(confirm(other, key))).toBe('PASSKEY_REFUSED');

    wait(11 * 60);
    expect(await refusalOf(remove(browser))).toBe('REAUTHENTICATION_NEEDED');
    await confirm(browser, key);
    expect(await outcomeOf(remove(browser))).toBe('ok');
    expect(await refusalOf(signIn(key))).toBe('PASSKEY_REFUSED');
    expect(await listOwn(other)).toHaveLength(1);
  });

  test('removing one signs out other devices, including those it signed in [U13]', async () => {
    const { browser, key, added, email } = await joinWithKey();
    const { browser: phone } = await signIn(key);
    await browser.send((api) => api.passkey.remove({ passkey_id: added.id }));
    expect(await refusalOf(listOwn(phone))).toBe('UNAUTHORIZED');
    const { session } = await browser.send((api) => api.account.getSession());
    expect(session).toMatchObject({ aal: 'aal1' });
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.subject).toContain('A passkey was removed');
  });

  test('the last sign-in method stays: without password and confirmed mailbox that is the last passkey [U13]', async () => {
    const { browser, added, id } = await joinWithKey();
    const { drizzle } = kindpal.services.db;
    await drizzle.update(authAccount).set({ password: null }).where(eq(authAccount.userId, id));
    const remove = () => browser.send((api) => api.passkey.remove({ passkey_id: added.id }));
    expect(await refusalOf(remove())).toBe('LAST_WAY_IN');
    expect(await listOwn(browser)).toHaveLength(1);
    await drizzle.update(authUser).set({ emailVerified: true }).where(eq(authUser.id, id));
    expect(await outcomeOf(remove())).toBe('ok');
  });

  test('of two tabs that remove the last two at once, one passkey is left without a password [U13]', async () => {
    const { browser, added, id } = await joinWithKey();
    const second = await add(browser);
    const { drizzle } = kindpal.services.db;
    await drizzle.update(authAccount).set({ password: null }).where(eq(authAccount.userId, id));
    const outcomes = await Promise.all(
      [added.id, second.added.id].map((passkey_id) =>
        outcomeOf(browser.send((api) => api.passkey.remove({ passkey_id }))),
      ),
    );
    expect(outcomes.sort()).toEqual(['LAST_WAY_IN', 'ok']);
    expect(await listOwn(browser)).toHaveLength(1);
  });

  test('‘This wasn’t me’ removes every passkey, even earlier ones [U13]', async () => {
    const { key, email, browser } = await joinWithKey();
    wait(60);
    const second = await add(browser);
    const mails = await readMailbox(kindpal.services, email);
    const mail = mails.find(({ subject }) => subject.includes('passkey was added'));
    const token = linkParameter(mail, 'token');
    await openBrowser().send((api) => api.account.verify({ type: 'not_me', token }));
    expect(await refusalOf(signIn(key))).toBe('PASSKEY_REFUSED');
    expect(await refusalOf(signIn(second.key))).toBe('PASSKEY_REFUSED');
    expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  });

  test('a super admin’s reset removes passkeys too, of a member who has nothing else [S3] [U13]', async () => {
    const { id, key, browser } = await joinWithKey();
    const boss = kindpal.callerFor(
      await proveNow(kindpal, await createMember(kindpal.services.db, { app_role: 'super_admin' })),
    );
    const isOffered = async () => (await boss.staff.getMember({ id })).can.reset_factors;
    expect(await isOffered()).toBe(true);
    await boss.staff.resetFactors({ user_id: id, reason: 'The phone was stolen' });
    expect(await isOffered()).toBe(false);
    expect(await refusalOf(signIn(key))).toBe('PASSKEY_REFUSED');
    expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  });

  test('removing an app leaves a session at aal2 that was started with a passkey [U13]', async () => {
    const { browser, key } = await joinWithKey();
    wait(30);
    const factor_id = await addApp(browser);
    await confirm(browser, key);
    await browser.send((api) => api.factor.unenroll({ factor_id }));
    const [session] = await kindpal.services.db.drizzle
      .select({ method: authSession.factorMethod })
      .from(authSession)
      .where(eq(authSession.userId, (await browser.send((api) => api.account.getUser())).id));
    expect(session?.method).toBe('passkey');
  });
});

describe('a passkey instead of the password [U10]', () => {
  test('changes password and address, exports the data and requests the deletion, each with its own proof [U8] [X1]', async () => {
    const { browser, key, email } = await joinWithKey();
    wait(3600);
    const password = 'Brand-new-horse-7';
    const passkey = await prove(browser, key);
    const change = () => browser.send((api) => api.account.updateUser({ password, passkey }));
    await change();
    expect(await refusalOf(change())).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
    const signedIn = openBrowser().send((api) => api.account.token({ ...grant(email), password }));
    expect(await outcomeOf(signedIn)).toBe('ok');

    const to = `new-${email}`;
    const move = await prove(browser, key);
    const moved = await browser.send((api) => api.account.updateUser({ email: to, passkey: move }));
    expect(moved.new_email).toBe(to);
    const copy = await prove(browser, key);
    const archive = await browser.send((api) => api.archive.request({ passkey: copy }));
    expect(archive.state).toBe('making');
    const end = await prove(browser, key);
    const deletion = await browser.send((api) => api.deletion.request({ passkey: end }));
    expect(Date.parse(deletion.due_at)).toBeGreaterThan(now);
  });

  test('is refused from another member, another session or another ceremony, and never optional [U10] [U13]', async () => {
    const one = await joinWithKey();
    const other = await joinWithKey();
    const ask = (passkey: Awaited<ReturnType<typeof prove>>) =>
      refusalOf(one.browser.send((api) => api.deletion.request({ passkey })));
    const { challenge_id, options } = await one.browser.send((api) =>
      api.passkey.startConfirmation(),
    );
    expect(await ask({ challenge_id, credential: other.key.show(options) })).toBe(
      'PASSKEY_REFUSED',
    );
    const second = await signIn(one.key);
    expect(await ask(await prove(second.browser, one.key))).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
    const begun = await one.browser.send((api) => api.passkey.startSignIn());
    const shown = { challenge_id: begun.challenge_id, credential: one.key.show(begun.options) };
    expect(await ask(shown)).toBe('WEBAUTHN_CHALLENGE_EXPIRED');
    const nothing = one.browser.send((api) => api.deletion.request({}));
    expect(await refusalOf(nothing)).toBe('INVALID_INPUT');
    const kept = await one.browser.send((api) => api.deletion.get());
    expect(kept.due_at).toBe(null);
  });
});

describe('a passkey that was added less than 72 hours ago [U10] [U13]', () => {
  // The database dates passkeys and sign-ins, and tests before have moved the other clock.
  beforeEach(() => wait((Date.now() - now) / 1000));

  const isConfirmed = async (browser: TestBrowser) =>
    (await browser.send((api) => api.factor.list())).is_confirmed;
  const takes = async (browser: TestBrowser) => {
    const { has_passkey, takes_passkey } = await browser.send((api) => api.security.getOverview());
    return { has_passkey, takes_passkey };
  };
  const TOO_NEW = 'PASSKEY_TOO_NEW';

  test('confirms no change of password or address, no export and no deletion: a thief may have added it [U8] [X1]', async () => {
    const { browser, key, email, id } = await joinWithNewKey();
    await age(id, 71);
    expect(await takes(browser)).toEqual({ has_passkey: true, takes_passkey: false });
    const begun = browser.send((api) => api.passkey.startConfirmation());
    expect(await refusalOf(begun)).toBe(TOO_NEW);

    // Beside an older one, the browser is not offered it, and it is refused all the same.
    const old = await add(browser);
    await kindpal.asOwner(`UPDATE auth.passkey SET created_at = created_at - interval '73 hours'
      WHERE id = '${old.added.id}'`);
    expect(await takes(browser)).toEqual({ has_passkey: true, takes_passkey: true });
    const { options } = await browser.send((api) => api.passkey.startConfirmation());
    expect(options.allowCredentials.map((one) => one.id)).toEqual([
      old.key.credential?.id.toString('base64url'),
    ]);
    const password = 'Brand-new-horse-7';
    const change = await prove(browser, key);
    const changed = browser.send((api) => api.account.updateUser({ password, passkey: change }));
    expect(await refusalOf(changed)).toBe(TOO_NEW);
    const move = await prove(browser, key);
    const to = `new-${email}`;
    const moved = browser.send((api) => api.account.updateUser({ email: to, passkey: move }));
    expect(await refusalOf(moved)).toBe(TOO_NEW);
    const copy = await prove(browser, key);
    const archive = browser.send((api) => api.archive.request({ passkey: copy }));
    expect(await refusalOf(archive)).toBe(TOO_NEW);
    const end = await prove(browser, key);
    const deletion = browser.send((api) => api.deletion.request({ passkey: end }));
    expect(await refusalOf(deletion)).toBe(TOO_NEW);

    const passkey = await prove(browser, old.key);
    const own = browser.send((api) => api.account.updateUser({ password, passkey }));
    expect(await outcomeOf(own)).toBe('ok');
  });

  test('neither permits changes of factors, nor prolongs the time in which they are permitted', async () => {
    const { browser, key, id } = await joinWithNewKey();
    await add(browser);
    await age(id, 71);
    wait(9 * 60);
    await add(browser);
    wait(2 * 60);
    expect(await isConfirmed(browser)).toBe(false);
    expect(await refusalOf(add(browser))).toBe('REAUTHENTICATION_NEEDED');
    expect(await refusalOf(confirm(browser, key))).toBe(TOO_NEW);
    expect(await isConfirmed(browser)).toBe(false);
    await age(id, 2);
    await confirm(browser, key);
    expect(await isConfirmed(browser)).toBe(true);
  });

  test('signs in, at aal2, and permits no change of factors until a password is entered', async () => {
    const { key, email, id } = await joinWithNewKey();
    const { browser, session } = await signIn(key);
    expect(session).toMatchObject({ aal: 'aal2', user: { email } });
    expect(await isConfirmed(browser)).toBe(false);
    expect(await refusalOf(add(browser))).toBe('REAUTHENTICATION_NEEDED');
    await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
    expect(await outcomeOf(add(browser))).toBe('ok');
    await age(id, 73);
    expect(await isConfirmed((await signIn(key)).browser)).toBe(true);
  });

  test('leaves a member without a password the mailed code, soon after signing in with it', async () => {
    const { key, email, id } = await joinWithNewKey();
    const { drizzle } = kindpal.services.db;
    await drizzle.update(authAccount).set({ password: null }).where(eq(authAccount.userId, id));
    const { browser } = await signIn(key);
    expect(await refusalOf(add(browser))).toBe('REAUTHENTICATION_NEEDED');
    await browser.send((api) => api.account.reauthenticate());
    const [mail] = await readMailbox(kindpal.services, email);
    const nonce = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    await browser.send((api) => api.factor.confirm({ nonce }));
    expect(await outcomeOf(add(browser))).toBe('ok');
  });

  test('opens the admin area to staff who sign in with it, but they give no role without their password [S6]', async () => {
    const { key, id } = await joinWithNewKey();
    await kindpal.services.db.drizzle
      .insert(userRoles)
      .values({ user_id: id, role: 'super_admin' });
    const { browser, session } = await signIn(key);
    expect(session.user).toMatchObject({ app_role: 'super_admin', needs_factor: false });
    const member = await createMember(kindpal.services.db);
    const give = () =>
      browser.send((api) => api.staff.setUserRole({ user_id: member.id, role: 'admin' }));
    expect(await refusalOf(give())).toBe('REAUTHENTICATION_NEEDED');
    await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
    expect(await outcomeOf(give())).toBe('ok');
  });
});
