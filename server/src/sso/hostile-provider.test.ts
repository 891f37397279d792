import { createHmac, createPublicKey } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../testing/outside/answer-with.ts';
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
let logged = '';
beforeAll(async () => {
  [liar, honest] = await Promise.all([startLyingProvider(), startOutsideProvider()]);
  kindpal = await startTestKindpal({
    output: {
      write: (line) => {
        logged += line;
      },
    },
    settings: {
      OIDC_PROVIDERS: JSON.stringify([
        liar.setting,
        { ...liar.setting, id: 'quiet', client_id: 'another' },
        honest.setting,
      ]),
    },
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
  Object.assign(liar.lie, {
    claims: {},
    isForged: false,
    isSilent: false,
    isDown: false,
    answer: null,
    sign: null,
  });
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
  return comeBack(browser, query, 'liar');
}

/** Returns from a provider in this browser, to its address: a code of ours, or the error. */
async function comeBack(
  browser: TestBrowser,
  query: URLSearchParams,
  provider: 'liar' | 'quiet' | 'work' = 'work',
): Promise<string> {
  const back = await followBack(browser, query, provider);
  return back.get('error_code') ?? (back.has('code') ? 'a code' : 'nothing');
}

/** The same with all that our address receives. */
async function followBack(
  browser: TestBrowser,
  query: URLSearchParams,
  provider: string,
): Promise<URLSearchParams> {
  const answer = await server.fetch(`/auth/v1/callback/${provider}?${query}`, {
    redirect: 'manual',
    headers: { cookie: cookieOf(browser) },
  });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const breakOff: Answer = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': 100 }).write('{');
  setTimeout(() => response.destroy(), 50);
};
/** Spaces are allowed in JSON; the reader has to give up first. */
let bytesTaken = 0;
const sendWithoutEnd: Answer = async (_, response) => {
  response.writeHead(200, JSON_TYPE);
  const spaces = Readable.from(
    (function* () {
      for (bytesTaken = 0; ; bytesTaken += 100_000) yield Buffer.alloc(100_000, ' ');
    })(),
  );
  await pipeline(spaces, response).catch(() => undefined);
};

const cookieOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const partOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedWith(secret: string, header: object, claims: JWTPayload): string {
  const signed = `${partOf(header)}.${partOf(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A token signed with the other key, with a header that points to it. */
async function withOtherKey(
  claims: JWTPayload,
  header: (jwk: Awaited<ReturnType<typeof exportJWK>>) => Promise<object>,
): Promise<string> {
  const pointing = await header(await exportJWK(liar.other.publicKey));
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', ...pointing })
    .sign(liar.other.privateKey);
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
    ['an empty subject', { sub: '' }],
    ['no end', { exp: undefined }],
  ])('of %s', async (_, claims) => {
    expect(await attempt(claims)).toBe('provider_refused');
  });

  it('with the signature of another key', async () => {
    expect(await attempt({}, () => Object.assign(liar.lie, { isForged: true }))).toBe(
      'provider_refused',
    );
  });

  it.each<[string, (claims: JWTPayload) => string | Promise<string>]>([
    ['no signature', (claims) => `${partOf({ alg: 'none' })}.${partOf(claims)}.`],
    ['no signature, in other words', (claims) => `${partOf({ alg: 'nOnE' })}.${partOf(claims)}.`],
    ['the client secret as key', (claims) => signedWith('secret', { alg: 'HS256' }, claims)],
    [
      'the public key as secret',
      (claims) => {
        const key = createPublicKey({ key: liar.jwk as never, format: 'jwk' });
        const pem = key.export({ type: 'spki', format: 'pem' }).toString();
        return signedWith(pem, { alg: 'HS256', kid: 'key' }, claims);
      },
    ],
    ['a key that the token brings', (claims) => withOtherKey(claims, async (jwk) => ({ jwk }))],
    [
      'a key at an address in the token',
      (claims) => withOtherKey(claims, async () => ({ jku: `${liar.issuer}/keys`, kid: 'x' })),
    ],
    ['an unknown key id', (claims) => withOtherKey(claims, async () => ({ kid: '../key' }))],
    [
      'a critical extension that nobody knows',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'key', crit: ['b64'], b64: true })
          .sign(liar.other.privateKey),
    ],
  ])('with %s', async (_, sign) => {
    expect(await attempt({}, () => Object.assign(liar.lie, { sign }))).toBe('provider_refused');
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
    const callback = `${kindpal.services.env.appUrl}/auth/v1/callback/work`;
    sentOn.searchParams.set('redirect_uri', callback);
    const brought = new URLSearchParams(await passThrough(sentOn.href));
    expect(brought.get('code')).toBeTruthy();
    liar.asked.length = 0;
    expect(await comeBack(browser, brought)).toBe('provider_refused');
    expect(liar.asked).not.toContain('/token');
  });

  it('nor of one that does not say in the address who it is (mix-up) [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    const { url } = await browser.send((api) => api.sso.start({ provider_id: 'liar' }));
    const state = new URL(url).searchParams.get('state') ?? '';
    liar.asked.length = 0;
    // The quiet provider sends browsers to its own address only, where this state is another's.
    const brought = new URLSearchParams({ code: 'code of the quiet provider', state });
    expect(await comeBack(browser, brought, 'quiet')).toBe('provider_refused');
    expect(liar.asked).not.toContain('/token');
  });

  it('belongs to one sign-in: states, codes and browsers cannot be swapped, nor used twice [U11]', async () => {
    const start = async (sub: string) => {
      honest.signInAs({ sub, email: `${sub}@example.org`, email_verified: true });
      const browser = new TestBrowser(kindpal.services);
      const { url } = await browser.send((api) => api.sso.start({ provider_id: 'work' }));
      return { browser, brought: new URLSearchParams(await passThrough(url)) };
    };
    const swap = (one: URLSearchParams, other: URLSearchParams, name: string) => {
      const swapped = new URLSearchParams(one);
      swapped.set(name, other.get(name) ?? '');
      return swapped;
    };
    const [mine, yours] = [await start('mallory'), await start('victim')];
    // Somebody else’s code, with one’s own state: the nonce and the verifier are others.
    expect(await comeBack(mine.browser, swap(mine.brought, yours.brought, 'code'))).toBe(
      'provider_refused',
    );
    // Somebody else’s state, in another browser.
    expect(await comeBack(mine.browser, yours.brought)).toBe('flow_state_not_found');
    const again = await start('victim');
    expect(await comeBack(again.browser, again.brought)).toBe('a code');
    expect(await comeBack(again.browser, again.brought)).toBe('flow_state_not_found');
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

  it.each<[string, Answer]>([
    [
      'a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['nothing there', (_, response) => response.writeHead(404).end()],
    ['half a document', (_, response) => response.writeHead(200, JSON_TYPE).end('{"issuer":')],
    ['an answer that breaks off', breakOff],
    ['an answer without an end', sendWithoutEnd],
  ])(
    'sends %s instead of its metadata: that is no answer, and no fault [U11]',
    async (_, answer) => {
      kindpal.setNow(new Date(Date.now() + 2 * 3_600_000));
      liar.lie.answer = answer;
      const start = new TestBrowser(kindpal.services).send((api) =>
        api.sso.start({ provider_id: 'liar' }),
      );
      expect(await refusalOf(start)).toBe('PROVIDER_UNREACHABLE');
      logged = '';
      const address = `/auth/v1/authorize?provider=liar&code_challenge=${'x'.repeat(43)}`;
      const bare = await server.fetch(address, { redirect: 'manual' });
      expect([bare.status, ((await bare.json()) as { code: string }).code]).toEqual([
        503,
        'PROVIDER_UNREACHABLE',
      ]);
      expect(logged).not.toContain('"level":50');
    },
  );

  it('is down if its token breaks off or never ends [U11]', async () => {
    for (const answer of [breakOff, sendWithoutEnd]) {
      liar.lie.answer = null;
      expect(await attempt({}, () => Object.assign(liar.lie, { answer }))).toBe(
        'provider_unreachable',
      );
    }
    expect(bytesTaken).toBeLessThan(20_000_000);
  });

  it('is asked for its metadata again while that cannot be used [U11]', async () => {
    kindpal.setNow(new Date(Date.now() + 2 * 3_600_000));
    const start = () =>
      new TestBrowser(kindpal.services).send((api) => api.sso.start({ provider_id: 'liar' }));
    const { issuer } = liar;
    const metadata = {
      issuer,
      authorization_endpoint: 'javascript:alert(1)',
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    liar.lie.answer = (_, response) =>
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(metadata));
    expect(await refusalOf(start())).toBe('PROVIDER_UNREACHABLE');
    liar.lie.answer = null;
    expect((await start()).url).toContain(issuer);
  });

  it('is a failed sign-in in the security log, unless the person has canceled it [U3] [U11]', async () => {
    honest.signInAs({ sub: 'pat', email: 'pat@example.org', email_verified: true });
    const returning = async (change: (query: URLSearchParams) => void) => {
      const browser = new TestBrowser(kindpal.services);
      const { url } = await browser.send((api) => api.sso.start({ provider_id: 'work' }));
      const query = new URLSearchParams(await passThrough(url));
      change(query);
      return { browser, answer: await comeBack(browser, query) };
    };
    logged = '';
    await returning((query) => query.set('code', 'planted'));
    await returning((query) => query.set('state', 'planted'));
    await returning((query) => {
      query.delete('code');
      query.set('error', 'access_denied');
    });
    const exchange = (auth_code: string | null, headers = {}) =>
      server.fetch('/auth/v1/token', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ grant_type: 'pkce', auth_code }),
      });
    expect((await exchange('planted')).status).toBe(403);
    const browser = new TestBrowser(kindpal.services);
    const { url } = await browser.send((api) => api.sso.start({ provider_id: 'work' }));
    const back = await followBack(browser, new URLSearchParams(await passThrough(url)), 'work');
    await exchange(back.get('code'), { cookie: cookieOf(browser) });
    const lines = logged.split('\n').filter((line) => line.includes('"log":"security"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: 'sign_in_failed',
        call: 'GET /auth/v1/callback/work',
        code: 'provider_refused',
        member_id: null,
      }),
      expect.objectContaining({ event: 'sign_in_failed', code: 'flow_state_not_found' }),
      expect.objectContaining({
        event: 'sign_in_failed',
        call: 'account.token',
        code: 'BAD_CODE_VERIFIER',
      }),
      expect.objectContaining({ event: 'sign_in_failed', code: 'IDENTITY_NOT_LINKED' }),
    ]);
    expect(lines.join()).not.toContain('planted');
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
