import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { findLinkedSuspension } from '../moderation/suspension-link.ts';
import { createMember } from '../testing/factories.ts';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import {
  type OutsideProvider,
  passThrough,
  startOutsideProvider,
} from '../testing/outside/outside-provider.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import {
  browserElsewhere,
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let outside: OutsideProvider;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  outside = await startOutsideProvider();
  const other = { ...outside.setting, id: 'northside', domains: ['northside.example'] };
  kindpal = await startTestKindpal({
    settings: { OIDC_PROVIDERS: JSON.stringify([outside.setting, other]) },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await outside.stop();
});

const RETURN = 'http://localhost:3000/continue';
let people = 0;
function person(given: { email_verified?: boolean; email?: string } = {}) {
  people += 1;
  return {
    sub: randomUUID(),
    email: `person-${people}@example.org`,
    email_verified: true,
    ...given,
  };
}

/** Returns from the provider in this browser; gives the address that the product redirects to. */
async function comeBack(search: string, browser?: TestBrowser, provider = 'work'): Promise<URL> {
  const cookie = [...(browser?.cookies ?? [])]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await server.fetch(`/auth/v1/callback/${provider}${search}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return new URL(answer.headers.get('location') ?? '');
}
async function codeOf(url: string, browser?: TestBrowser): Promise<string> {
  const callback = new URL(url).searchParams.get('redirect_uri') ?? '';
  const back = await comeBack(await passThrough(url), browser, callback.split('/').at(-1));
  return back.searchParams.get('code') ?? String(back.searchParams.get('error_code'));
}

type Start = Parameters<Parameters<TestBrowser['send']>[0]>[0]['sso']['start'];
const start = (browser: TestBrowser, input: Parameters<Start>[0]) =>
  browser.send((api) => api.sso.start(input));
const exchange = (browser: TestBrowser, auth_code: string) =>
  browser.send((api) => api.account.token({ grant_type: 'pkce', auth_code }));

function joining(invite_code: string, full_name = 'Robin Vale') {
  return {
    invite_code,
    data: { full_name, role: 'both' as const },
    accepts_terms: true as const,
    is_adult: true as const,
  };
}

/** Somebody who joined through the provider, and their browser. */
async function joinOutside(somebody = person()) {
  const browser = new TestBrowser(kindpal.services);
  outside.signInAs(somebody);
  const join = joining(await mintInvite(kindpal.services));
  const { url } = await start(browser, { provider_id: 'work', join });
  const session = await exchange(browser, await codeOf(url, browser));
  return { browser, session, somebody };
}

/** A member with a password who linked this person's identity on the page. */
async function linkOutside(somebody = person()) {
  const member = await joinKindpal(kindpal.services);
  outside.signInAs(somebody);
  const { url } = await member.browser.send((api) => api.sso.link({ provider: 'work' }));
  const session = await exchange(member.browser, await codeOf(url, member.browser));
  return { ...member, session, somebody };
}

const count = async (table: string) =>
  Number((await kindpal.asOwner<string>(`SELECT count(*)::int AS n FROM ${table}`))[0]);

/** Actions that need a recent proof of identity. */
const SENSITIVE: Record<string, (browser: TestBrowser, identity_id: string) => Promise<unknown>> = {
  'adding an authenticator app': (browser) =>
    browser.send((api) => api.factor.enroll({ factor_type: 'totp' })),
  'adding a passkey': (browser) => browser.send((api) => api.passkey.startRegistration()),
  'removing a phone': (browser) => browser.send((api) => api.account.updateUser({ phone: '' })),
  'connecting another account': (browser) =>
    browser.send((api) => api.sso.link({ provider: 'northside' })),
  'disconnecting the account': (browser, identity_id) =>
    browser.send((api) => api.sso.unlink({ identity_id })),
};

/** Actions that need a new proof each time. */
const PROVED: Record<string, (browser: TestBrowser, nonce?: string) => Promise<unknown>> = {
  'a new password': (browser, nonce) =>
    browser.send((api) => api.account.updateUser({ password: 'Battery-Staple-2', nonce })),
  'a new address': (browser, nonce) =>
    browser.send((api) => api.account.updateUser({ email: `${randomUUID()}@example.org`, nonce })),
  'a copy of the data': (browser, nonce) => browser.send((api) => api.archive.request({ nonce })),
  'the deletion of the account': (browser, nonce) =>
    browser.send((api) => api.deletion.request({ nonce })),
};

async function nonceFor(browser: TestBrowser, email: string): Promise<string> {
  await browser.send((api) => api.account.reauthenticate());
  const [mail] = await readMailbox(kindpal.services, email);
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
}

describe('a sign-in at a provider', () => {
  it.each(Object.entries(SENSITIVE))(
    'is no proof of identity: %s takes a mailed code first, for who joined and who came back [U10] [U12]',
    async (_, act) => {
      const joined = await joinOutside();
      const { email } = joined.somebody;
      const identity = joined.session.user.identities[0]?.id ?? '';
      expect(await refusalOf(act(joined.browser, identity))).toBe('REAUTHENTICATION_NEEDED');
      outside.signInAs(joined.somebody);
      const browser = new TestBrowser(kindpal.services);
      const { url } = await start(browser, { provider_id: 'work' });
      await exchange(browser, await codeOf(url, browser));
      expect(await refusalOf(act(browser, identity))).toBe('REAUTHENTICATION_NEEDED');
      const guess = browser.send((api) => api.factor.confirm({ password: PASSWORD }));
      expect(await refusalOf(guess)).toBe('WRONG_PASSWORD');
      const nonce = await nonceFor(browser, email);
      await browser.send((api) => api.factor.confirm({ nonce }));
      expect(await outcomeOf(act(browser, identity))).toBe('ok');
      expect(await outcomeOf(act(joined.browser, identity))).not.toBe('ok');
    },
  );

  it.each(Object.entries(PROVED))(
    'is no proof of identity: %s takes a mailed code, which then counts for 10 minutes [U10]',
    async (_, act) => {
      const { browser, somebody } = await joinOutside();
      expect(await refusalOf(act(browser))).toBe('INVALID_INPUT');
      await act(browser, await nonceFor(browser, somebody.email));
      expect((await browser.send((api) => api.factor.list())).is_confirmed).toBe(true);
    },
  );
});

describe('joining with an outside provider', () => {
  it('keeps the invite and consent through the round trip, and the address that the provider verified [U1] [U11]', async () => {
    const { session, somebody } = await joinOutside();
    expect(session).toMatchObject({
      awaits_factor: false,
      user: {
        email: somebody.email,
        email_verified: true,
        confirm_email_by: null,
        full_name: 'Robin Vale',
        role: 'both',
        identities: [{ provider: 'work', email: somebody.email }],
      },
    });
    const [invite] = await kindpal.asOwner<string>(
      `SELECT used_by FROM invites WHERE used_by = '${session.user.id}'`,
    );
    expect(invite).toBe(session.user.id);
  });

  it('needs an invite: without one nobody joins, and a used one is refused on return [U1] [U11]', async () => {
    outside.signInAs(person());
    const browser = new TestBrowser(kindpal.services);
    const { url } = await start(browser, { provider_id: 'work' });
    expect(await refusalOf(exchange(browser, await codeOf(url, browser)))).toBe(
      'IDENTITY_NOT_LINKED',
    );
    const old = { ...joining('ZZZZ-ZZZZ-ZZZZ'), terms_version: '2020-01-01' as never };
    expect(await refusalOf(start(browser, { provider_id: 'work', join: old }))).toBe(
      'INVALID_INPUT',
    );
    const bad = joining('ZZZZ-ZZZZ-ZZZZ');
    expect(await refusalOf(start(browser, { provider_id: 'work', join: bad }))).toBe(
      'INVALID_INVITE',
    );

    const invite = await mintInvite(kindpal.services);
    const begun = await start(browser, { provider_id: 'work', join: joining(invite) });
    await joinKindpal(kindpal.services, { invite_code: invite });
    const before = await count('auth."user"');
    expect(await refusalOf(exchange(browser, await codeOf(begun.url, browser)))).toBe(
      'INVALID_INVITE',
    );
    expect(await count('auth."user"')).toBe(before);
  });

  it('counts toward those who may join from one network in an hour [U1] [U11]', async () => {
    const browser = browserElsewhere(kindpal.services);
    const { limiter } = kindpal.services;
    for (let n = 1; n < LIMITS.join_by_ip.points; n += 1) {
      await limiter.consume('join_by_ip', browser.ip);
    }
    const begin = async () => {
      const join = joining(await mintInvite(kindpal.services));
      return start(browser, { provider_id: 'work', join });
    };
    await begin();
    expect((await errorOf(begin())).data).toMatchObject({ limit: 'join_by_ip' });
    await start(browser, { provider_id: 'work' });
  });

  it('needs an address verified by the provider and unused here, and an allowed name [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    const begin = async (name?: string) => {
      const join = joining(await mintInvite(kindpal.services), name);
      return start(browser, { provider_id: 'work', join });
    };
    const attempt = async () => {
      const { url } = await begin();
      return refusalOf(exchange(browser, await codeOf(url, browser)));
    };
    outside.signInAs(person({ email_verified: false }));
    expect(await attempt()).toBe('PROVIDER_EMAIL_NOT_VERIFIED');
    outside.signInAs(person({ email: 'pat@xn--a.org' }));
    expect(await attempt()).toBe('PROVIDER_EMAIL_NOT_VERIFIED');
    const { email } = await joinKindpal(kindpal.services);
    outside.signInAs(person({ email: email.toUpperCase() }));
    expect(await attempt()).toBe('SIGN_UP_REFUSED');
    expect(await refusalOf(begin('Kindpal Support'))).toBe('INVALID_INPUT');
    expect(await refusalOf(begin('Robin \u202Eelav'))).toBe('INVALID_INPUT');
  });

  it('trusts an organization’s provider only for addresses in its domains [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    const attempt = async (email: string) => {
      outside.signInAs(person({ email }));
      const join = joining(await mintInvite(kindpal.services));
      const { url } = await start(browser, { domain: 'Northside.example', join });
      return outcomeOf(exchange(browser, await codeOf(url, browser)));
    };
    expect(await attempt('pat@elsewhere.example')).toBe('PROVIDER_EMAIL_NOT_VERIFIED');
    expect(await attempt('pat@northside.example')).toBe('ok');
    expect(await refusalOf(start(browser, { domain: 'other.example' }))).toBe(
      'SSO_PROVIDER_NOT_FOUND',
    );
  });

  it('creates one member when 20 return with one code at once [U11]', async () => {
    outside.signInAs(person());
    const browser = new TestBrowser(kindpal.services);
    const join = joining(await mintInvite(kindpal.services));
    const { url } = await start(browser, { provider_id: 'work', join });
    const search = await passThrough(url);
    const backs = await Promise.all(Array.from({ length: 5 }, () => comeBack(search, browser)));
    const codes = backs.flatMap(({ searchParams }) => searchParams.get('code') ?? []);
    expect(codes).toHaveLength(1);
    const before = await count('auth."user"');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(exchange(browser, codes[0] ?? ''))),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'BAD_CODE_VERIFIER']));
    expect(await count('auth."user"')).toBe(before + 1);
  });
});

describe('signing in with an outside provider', () => {
  it('opens the account linked to the identity, and records a new device [U6] [U11]', async () => {
    const { id, somebody, email } = await linkOutside();
    const browser = new TestBrowser(kindpal.services);
    browser.headers = { 'sec-fetch-site': 'same-origin' };
    outside.signInAs(somebody);
    const { url } = await start(browser, { provider_id: 'work' });
    const session = await exchange(browser, await codeOf(url, browser));
    expect(session.user.id).toBe(id);
    const subjects = (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Northside Housing was connected to your Kindpal account');
    expect(subjects.join()).toMatch(/[Nn]ew (device|sign-in)/);
  });

  it('bypasses neither the second factor nor a suspension [S3] [U13]', async () => {
    const { id, somebody } = await linkOutside();
    await kindpal.asOwner(`INSERT INTO auth.factor (user_id, factor_type, status, sealed_secret)
      VALUES ('${id}', 'totp', 'verified', 'sealed')`);
    const attempt = async () => {
      const browser = new TestBrowser(kindpal.services);
      outside.signInAs(somebody);
      const { url } = await start(browser, { provider_id: 'work' });
      return exchange(browser, await codeOf(url, browser));
    };
    expect(await attempt()).toMatchObject({ aal: 'aal1', awaits_factor: true });
    await kindpal.asOwner(`UPDATE users SET suspended_at = now() WHERE id = '${id}'`);
    expect(await refusalOf(attempt())).toMatch(/ACCOUNT_SUSPENDED|IDENTITY_NOT_LINKED/);
  });

  it.each<[string, string | null]>([
    ['suspended', new Date(Date.now() + 7 * 86_400_000).toISOString()],
    ['banned', null],
  ])(
    'tells a member who is %s the reason, in the same answer as a password [S4] [U11]',
    async (_, ends_at) => {
      const { id, email, somebody } = await linkOutside();
      const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
      const reason = 'You asked two sitters to pay you a deposit.';
      await kindpal.callerFor(admin).moderation.suspend({ member_id: id, ends_at, reason });
      outside.signInAs(somebody);
      const browser = new TestBrowser(kindpal.services);
      const { url } = await start(browser, { provider_id: 'work' });
      const byProvider = await errorOf(exchange(browser, await codeOf(url, browser)));
      const byPassword = await errorOf(
        browser.send((api) =>
          api.account.token({ grant_type: 'password', email, password: PASSWORD }),
        ),
      );
      expect(byProvider.code).toBe('ACCOUNT_SUSPENDED');
      const decisionOf = ({ data }: typeof byProvider) =>
        findLinkedSuspension(kindpal.services, (data as { token: string }).token);
      expect(await decisionOf(byProvider)).toEqual(await decisionOf(byPassword));
      // The tokens differ by their creation time.
      const rest = ({ code, status, message, data }: typeof byProvider) => ({
        code,
        status,
        message,
        fields: Object.keys(data as object),
      });
      expect(rest(byProvider)).toEqual(rest(byPassword));
      const { session } = await browser.send((api) => api.account.getSession());
      expect(session).toBeNull();
    },
  );

  it('fails for a state that is replayed, too old, unknown, or from another browser [U11]', async () => {
    outside.signInAs(person());
    const browser = new TestBrowser(kindpal.services);
    const search = async () => passThrough((await start(browser, { provider_id: 'work' })).url);
    const outcome = (back: URL) => back.searchParams.get('error_code') ?? 'a code';
    const first = await search();
    expect(outcome(await comeBack(first, new TestBrowser(kindpal.services)))).toBe(
      'flow_state_not_found',
    );
    expect(outcome(await comeBack(first, browser))).toBe('a code');
    expect(outcome(await comeBack(first, browser))).toBe('flow_state_not_found');
    expect(outcome(await comeBack('?code=x&state=unknown', browser))).toBe('flow_state_not_found');
    expect(outcome(await comeBack('?error=access_denied', browser))).toBe('flow_state_not_found');
    const late = await search();
    await kindpal.asOwner(`UPDATE auth.sso_flow SET expires_at = now() - interval '1 second'`);
    expect(outcome(await comeBack(late, browser))).toBe('flow_state_not_found');
    // The state of one sign-in with the code of another: the provider refuses the verifier.
    const [one, two] = [new URLSearchParams(await search()), new URLSearchParams(await search())];
    one.set('code', two.get('code') ?? '');
    expect(outcome(await comeBack(`?${one}`, browser))).toBe('provider_refused');
  });

  it('ends with a code that only the browser that started can use, once [U11]', async () => {
    const { somebody } = await joinOutside();
    outside.signInAs(somebody);
    const browser = new TestBrowser(kindpal.services);
    const { url } = await start(browser, { provider_id: 'work' });
    const code = await codeOf(url, browser);
    const thief = new TestBrowser(kindpal.services);
    expect(await refusalOf(exchange(thief, code))).toBe('BAD_CODE_VERIFIER');
    expect((await exchange(browser, code)).user.email).toBe(somebody.email);
    expect(await refusalOf(exchange(browser, code))).toBe('BAD_CODE_VERIFIER');
  });

  it('returns only to this site, and says so when somebody cancels [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    for (const redirect_to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      expect(await refusalOf(start(browser, { provider_id: 'work', redirect_to }))).toBe(
        'INVALID_INPUT',
      );
    }
    outside.signInAs(null);
    const { url } = await start(browser, { provider_id: 'work', redirect_to: '/continue?to=x' });
    const back = await comeBack(await passThrough(url), browser);
    expect(back.origin + back.pathname).toBe(RETURN);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      to: 'x',
      error: 'access_denied',
      error_code: 'provider_canceled',
    });
  });
});

describe('linked identities', () => {
  it('belong to one member: another is refused, even concurrently [U12]', async () => {
    const somebody = person();
    const [one, two] = [await joinKindpal(kindpal.services), await joinKindpal(kindpal.services)];
    outside.signInAs(somebody);
    const begun = [];
    for (const { browser } of [one, two]) {
      const { url } = await browser.send((api) => api.sso.link({ provider: 'work' }));
      begun.push({ browser, code: await codeOf(url, browser) });
    }
    const outcomes = await Promise.all(
      begun.map(({ browser, code }) => outcomeOf(exchange(browser, code))),
    );
    expect(outcomes.sort()).toEqual(['IDENTITY_ALREADY_EXISTS', 'ok']);
  });

  it('are linked in the session that asked, with a verified address [U12]', async () => {
    const attacker = await joinKindpal(kindpal.services);
    const victim = await joinKindpal(kindpal.services);
    outside.signInAs(person());
    const { url } = await attacker.browser.send((api) => api.sso.link({ provider: 'work' }));
    // The attacker's link, opened by the victim, returns in a browser that did not start it.
    expect(await codeOf(url, victim.browser)).toBe('flow_state_not_found');
    const again = await victim.browser.send((api) => api.sso.link({ provider: 'work' }));
    const code = await codeOf(again.url, victim.browser);
    await victim.browser.send((api) => api.account.signOut({}));
    expect(await refusalOf(exchange(victim.browser, code))).toBe('BAD_CODE_VERIFIER');
    outside.signInAs(person({ email_verified: false }));
    const third = await attacker.browser.send((api) => api.sso.link({ provider: 'work' }));
    expect(
      await refusalOf(exchange(attacker.browser, await codeOf(third.url, attacker.browser))),
    ).toBe('PROVIDER_EMAIL_NOT_VERIFIED');
  });

  it('are not linked for somebody who has signed in to the browser meanwhile, nor for the one who asked [U12]', async () => {
    const [one, two] = [await joinKindpal(kindpal.services), await joinKindpal(kindpal.services)];
    outside.signInAs(person());
    const { url } = await one.browser.send((api) => api.sso.link({ provider: 'work' }));
    const code = await codeOf(url, one.browser);
    // A sign-in that carries the session of the one who asked would end it.
    for (const [name, value] of two.browser.cookies) one.browser.cookies.set(name, value);
    expect(await refusalOf(exchange(one.browser, code))).toBe('BAD_CODE_VERIFIER');
    const { email, identities } = await one.browser.send((api) => api.account.getUser());
    expect([email, identities.length]).toEqual([two.email, 1]);
  });

  it('are removed by ‘This wasn’t me’, so that a thief’s identity cannot sign in [U6] [U12]', async () => {
    const { email, somebody, browser } = await linkOutside();
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.subject).toBe('Northside Housing was connected to your Kindpal account');
    const owner = new TestBrowser(kindpal.services);
    await owner.send((api) =>
      api.account.verify({ type: 'not_me', token: linkParameter(mail, 'token') }),
    );
    expect((await browser.send((api) => api.account.getSession())).session).toBeNull();
    outside.signInAs(somebody);
    const thief = new TestBrowser(kindpal.services);
    const { url } = await start(thief, { provider_id: 'work' });
    expect(await refusalOf(exchange(thief, await codeOf(url, thief)))).toBe('IDENTITY_NOT_LINKED');
    const [reset] = await readMailbox(kindpal.services, email);
    await owner.send((api) =>
      api.account.verify({
        type: 'recovery',
        token: linkParameter(reset, 'access_token'),
        password: 'Correct-Horse-2',
      }),
    );
    const { identities } = await owner.send((api) => api.account.getUser());
    expect(identities).toMatchObject([{ provider: 'email' }]);
  });

  it('are linked and unlinked only soon after a proof of identity; the last sign-in method stays [U10] [U12]', async () => {
    const { browser, session, email, somebody, id } = await linkOutside();
    const identity = session.user.identities.find(({ provider }) => provider === 'work');
    const unlink = (who: TestBrowser) =>
      who.send((api) => api.sso.unlink({ identity_id: identity?.id ?? '' }));
    const stranger = await joinKindpal(kindpal.services);
    expect(await refusalOf(unlink(stranger.browser))).toBe('NOT_FOUND');
    await kindpal.asOwner(
      `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = '${id}'`,
    );
    expect(await refusalOf(unlink(browser))).toBe('REAUTHENTICATION_NEEDED');
    expect(await refusalOf(browser.send((api) => api.sso.link({ provider: 'work' })))).toBe(
      'REAUTHENTICATION_NEEDED',
    );
    await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
    await unlink(browser);
    expect((await browser.send((api) => api.account.getUser())).identities).toMatchObject([
      { provider: 'email' },
    ]);
    outside.signInAs(somebody);
    const { url } = await start(browser, { provider_id: 'work' });
    expect(await refusalOf(exchange(browser, await codeOf(url, browser)))).toBe(
      'IDENTITY_NOT_LINKED',
    );
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.subject).toBe('Northside Housing was disconnected from your Kindpal account');

    const joined = await joinOutside();
    await kindpal.asOwner(
      `UPDATE auth."user" SET email_verified = false WHERE id = '${joined.session.user.id}'`,
    );
    const nonce = await nonceFor(joined.browser, joined.somebody.email);
    await joined.browser.send((api) => api.factor.confirm({ nonce }));
    const [own] = joined.session.user.identities;
    const removal = joined.browser.send((api) => api.sso.unlink({ identity_id: own?.id ?? '' }));
    expect(await refusalOf(removal)).toBe('SINGLE_IDENTITY_NOT_DELETABLE');
  });
});

describe('the published GoTrue client, unchanged [X1]', () => {
  const makeClient = () => makeGoTrueClient(server, { flowType: 'pkce' });

  it('signs in with OAuth and PKCE, and is told why a code does not work [U11]', async () => {
    const { id, somebody } = await linkOutside();
    outside.signInAs(somebody);
    const { auth, events } = makeClient();
    const { data } = await auth.signInWithOAuth({
      provider: 'work' as 'google',
      options: { redirectTo: RETURN, skipBrowserRedirect: true },
    });
    const left = await fetch(data.url ?? '', { redirect: 'manual' });
    expect(left.status).toBe(302);
    const code = await codeOf(left.headers.get('location') ?? '');
    const stolen = await makeClient().auth.exchangeCodeForSession(code);
    expect(stolen.error).toBeTruthy();
    const done = await auth.exchangeCodeForSession(code);
    expect(done.error).toBeNull();
    expect(done.data.user?.id).toBe(id);
    expect(events.at(-1)).toBe('SIGNED_IN');
    expect((await auth.getClaims()).data?.claims).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    });
    expect((await auth.refreshSession()).error).toBeNull();
  });

  it('signs in by the domain of an organization [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    const somebody = person({ email: `sam-${randomUUID()}@northside.example` });
    outside.signInAs(somebody);
    const join = joining(await mintInvite(kindpal.services));
    const begun = await start(browser, { provider_id: 'northside', join });
    await exchange(browser, await codeOf(begun.url, browser));
    const { auth } = makeClient();
    const { data, error } = await auth.signInWithSSO({
      domain: 'northside.example',
      options: { redirectTo: RETURN },
    });
    expect(error).toBeNull();
    const done = await auth.exchangeCodeForSession(await codeOf(data?.url ?? ''));
    expect(done.data.user?.email).toBe(somebody.email);
    const none = await auth.signInWithSSO({ domain: 'other.example' });
    expect(none.error).toMatchObject({ status: 404, code: 'sso_provider_not_found' });
  });

  it('lists, links and unlinks identities [U12]', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = makeClient();
    await auth.signInWithPassword({ email, password: PASSWORD });
    const somebody = person();
    outside.signInAs(somebody);
    const { data, error } = await auth.linkIdentity({
      provider: 'work' as 'google',
      options: { redirectTo: RETURN, skipBrowserRedirect: true },
    });
    expect(error).toBeNull();
    const linked = await auth.exchangeCodeForSession(await codeOf(data?.url ?? ''));
    expect(linked.error).toBeNull();
    const listed = await auth.getUserIdentities();
    expect(listed.data?.identities).toMatchObject([
      { provider: 'email', identity_data: { email } },
      { provider: 'work', identity_data: { email: somebody.email } },
    ]);
    const [, work] = listed.data?.identities ?? [];
    if (!work) throw new Error('no identity was linked');
    expect((await auth.unlinkIdentity(work)).error).toBeNull();
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  it('must prove identity after such a sign-in, with a mailed code, before it adds or removes anything [U10] [U12] [U13]', async () => {
    const { somebody } = await joinOutside();
    outside.signInAs(somebody);
    const { auth } = makeClient();
    const oauth = await auth.signInWithOAuth({
      provider: 'work' as 'google',
      options: { redirectTo: RETURN, skipBrowserRedirect: true },
    });
    const left = await fetch(oauth.data.url ?? '', { redirect: 'manual' });
    const code = await codeOf(left.headers.get('location') ?? '');
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull();
    const [own] = (await auth.getUserIdentities()).data?.identities ?? [];
    if (!own) throw new Error('there is no identity');
    const link = () =>
      auth.linkIdentity({
        provider: 'northside' as 'google',
        options: { redirectTo: RETURN, skipBrowserRedirect: true },
      });
    const enroll = () => auth.mfa.enroll({ factorType: 'totp' });
    const register = () => auth.passkey.startRegistration();
    const codes = async () =>
      [await link(), await enroll(), await register(), await auth.unlinkIdentity(own)].map(
        ({ error }) => error?.code,
      );
    const needed = 'reauthentication_needed';
    expect(await codes()).toEqual([needed, needed, needed, needed]);
    expect((await auth.reauthenticate()).error).toBeNull();
    const [mail] = await readMailbox(kindpal.services, somebody.email);
    const nonce = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    expect((await auth.updateUser({ nonce })).error).toBeNull();
    expect(await codes()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('sends a challenge; a link that any site could open starts nothing without one [U11]', async () => {
    const bare = await server.fetch('/auth/v1/authorize?provider=work', { redirect: 'manual' });
    expect(bare.status).toBe(422);
    const foreign = await server.fetch(
      `/auth/v1/authorize?provider=work&code_challenge=${'x'.repeat(43)}&redirect_to=https://evil.example`,
      { redirect: 'manual' },
    );
    expect(foreign.status).toBe(422);
  });
});

describe('a password reset [U5] [U12]', () => {
  async function reset(email: string): Promise<number> {
    const page = new TestBrowser(kindpal.services);
    await page.send((api) => api.account.recover({ email }));
    const [mail] = await readMailbox(kindpal.services, email);
    const link = { type: 'recovery' as const, token: linkParameter(mail, 'access_token') };
    const { removed_ways_in } = await page.send((api) =>
      api.account.verify({ ...link, password: 'Battery-Staple-2' }),
    );
    return removed_ways_in;
  }
  const identitiesOf = (email: string) =>
    kindpal.asOwner<string>(
      `SELECT account.id::text FROM auth.account JOIN auth."user" ON "user".id = user_id
       WHERE "user".email = '${email}' AND issuer IS NOT NULL`,
    );

  it('unlinks an identity that a stolen session may have linked within 72 hours, and says so', async () => {
    const { email } = await linkOutside();
    expect(await identitiesOf(email)).toHaveLength(1);
    expect(await reset(email)).toBe(1);
    expect(await identitiesOf(email)).toEqual([]);
    const [notice] = (await readMailbox(kindpal.services, email)).filter(({ subject }) =>
      subject.includes('password was changed'),
    );
    expect(notice?.text).toContain('We also removed a way to sign in');
  });

  it('keeps an older one, and the one that somebody joined with', async () => {
    const { email } = await linkOutside();
    await kindpal.asOwner(
      `UPDATE auth.account SET created_at = now() - interval '73 hours' WHERE id = '${(await identitiesOf(email))[0]}'`,
    );
    expect(await reset(email)).toBe(0);
    expect(await identitiesOf(email)).toHaveLength(1);

    const joined = (await joinOutside()).session.user.email;
    expect(await reset(joined)).toBe(0);
    expect(await identitiesOf(joined)).toHaveLength(1);
  });
});
