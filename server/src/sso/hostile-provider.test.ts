import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLyingProvider } from '../testing/outside/lying-provider.ts';
import {
  type OutsideProvider,
  passThrough,
  startOutsideProvider,
} from '../testing/outside/outside-provider.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let liar: Awaited<ReturnType<typeof startLyingProvider>>;
let honest: OutsideProvider;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  [liar, honest] = await Promise.all([startLyingProvider(), startOutsideProvider()]);
  kindpal = await startTestKindpal({
    settings: { OIDC_PROVIDERS: JSON.stringify([liar.setting, honest.setting]) },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await liar.stop();
  await honest.stop();
});
beforeEach(() => {
  Object.assign(liar.lie, { claims: {}, isForged: false, isSilent: false, isDown: false });
  kindpal.setNow(null);
});

type Claims = Record<string, string | number | string[] | undefined>;

/** Starts a sign-in, and returns with an identity token whose claims differ like this. */
async function attempt(claims: Claims, before: () => void = () => undefined): Promise<string> {
  const browser = new TestBrowser(kindpal.services);
  const { url } = await browser.send((api) => api.sso.start({ provider_id: 'liar' }));
  const { searchParams } = new URL(url);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  const now = Math.floor(kindpal.services.clock.now().getTime() / 1000);
  liar.lie.claims = {
    iss: liar.issuer,
    aud: 'kindpal',
    sub: 'pat',
    nonce: searchParams.get('nonce') ?? '',
    iat: now,
    exp: now + 300,
    ...claims,
  };
  before();
  const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
  return comeBack(browser, query);
}

/** Returns from a provider in this browser: a code of ours, or the error. */
async function comeBack(browser: TestBrowser, query: URLSearchParams): Promise<string> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await server.fetch(`/auth/v1/callback?${query}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  return back.get('error_code') ?? (back.has('code') ? 'a code' : 'nothing');
}

describe('a provider’s claims are not trusted [U11]', () => {
  it('accepts an honest response, so that the refusals below mean something', async () => {
    expect(await attempt({})).toBe('a code');
  });

  it.each<[string, Claims]>([
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences and meant for another', { aud: ['kindpal', 'x'], azp: 'x' }],
    ['another nonce', { nonce: 'of-another-sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['no end', { exp: undefined }],
  ])('of %s', async (_, claims) => {
    expect(await attempt(claims)).toBe('provider_refused');
  });

  it('with the signature of another key', async () => {
    expect(await attempt({}, () => Object.assign(liar.lie, { isForged: true }))).toBe(
      'provider_refused',
    );
  });

  it('more than two minutes after expiry; clocks may differ by less', async () => {
    const now = Math.floor(Date.now() / 1000);
    kindpal.setNow(new Date(now * 1000));
    expect(await attempt({ exp: now - 90 })).toBe('a code');
    expect(await attempt({ exp: now - 150 })).toBe('provider_refused');
    expect(await attempt({ iat: now + 90, exp: now + 400, nbf: now + 90 })).toBe('a code');
    expect(await attempt({ iat: now + 150, exp: now + 400, nbf: now + 150 })).toBe(
      'provider_refused',
    );
  });

  it('that sends a member on to another provider never gets the code of that one (mix-up) [U11]', async () => {
    honest.signInAs({ sub: 'pat', email: 'pat@example.org', email_verified: true });
    const browser = new TestBrowser(kindpal.services);
    const { url } = await browser.send((api) => api.sso.start({ provider_id: 'liar' }));
    // The liar knows which client Kindpal is at the honest provider: it is in every address.
    const sentOn = new URL(`${honest.issuer}/auth`);
    sentOn.search = new URL(url).search;
    const brought = new URLSearchParams(await passThrough(sentOn.href));
    expect(brought.get('code')).toBeTruthy();
    liar.asked.length = 0;
    expect(await comeBack(browser, brought)).toBe('provider_refused');
    expect(liar.asked).not.toContain('/token');
  });

  it('cannot be answered for by another provider: the issuer in the address is checked [U11]', async () => {
    honest.signInAs({ sub: 'pat', email: 'pat@example.org', email_verified: true });
    const returning = async (change: (query: URLSearchParams) => void) => {
      const browser = new TestBrowser(kindpal.services);
      const { url } = await browser.send((api) => api.sso.start({ provider_id: 'work' }));
      const brought = new URLSearchParams(await passThrough(url));
      change(brought);
      return comeBack(browser, brought);
    };
    expect(await returning(() => undefined)).toBe('a code');
    expect(await returning((query) => query.set('iss', liar.issuer))).toBe('provider_refused');
    expect(await returning((query) => query.delete('iss'))).toBe('provider_refused');
  });

  it('reports by name that a provider is down, when leaving and when returning [U11]', async () => {
    expect(await attempt({}, () => Object.assign(liar.lie, { isDown: true }))).toBe(
      'provider_unreachable',
    );
    // The provider's metadata is cached for an hour.
    kindpal.setNow(new Date(Date.now() + 2 * 3_600_000));
    const start = new TestBrowser(kindpal.services).send((api) =>
      api.sso.start({ provider_id: 'liar' }),
    );
    expect(await refusalOf(start)).toBe('PROVIDER_UNREACHABLE');
  });

  it('waits seconds for a silent provider, without an open transaction [U11]', async () => {
    const returning = attempt({}, () => Object.assign(liar.lie, { isSilent: true }));
    let open = ['unknown'];
    while (!liar.lie.isSilent) await new Promise((resolve) => setTimeout(resolve, 20));
    open = await kindpal.asOwner<string>(
      `SELECT state FROM pg_stat_activity WHERE datname = current_database()
       AND state LIKE 'idle in transaction%' AND usename <> current_user`,
    );
    expect(await returning).toBe('provider_unreachable');
    expect(open).toEqual([]);
  }, 30_000);
});
