import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAppleLikeProvider } from '../testing/outside/apple-like-provider.ts';
import { mintInvite, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let apple: Awaited<ReturnType<typeof startAppleLikeProvider>>;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  apple = await startAppleLikeProvider();
  kindpal = await startTestKindpal({
    settings: { OIDC_PROVIDERS: JSON.stringify([apple.setting]) },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await apple.stop();
});

const begin = (browser: TestBrowser, join?: object) =>
  browser.send((api) =>
    api.sso.start({ provider_id: 'apple', ...(join && { join: join as never }) }),
  );
const exchange = (browser: TestBrowser, auth_code: string) =>
  browser.send((api) => api.account.token({ grant_type: 'pkce', auth_code }));

/** The form that the provider makes the browser send from its own site, so without cookies. */
async function formOf(url: string): Promise<URLSearchParams> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const inputs = (await page.text()).matchAll(/name="(\w+)" value="([^"]*)"/g);
  return new URLSearchParams(
    [...inputs].map(([, name = '', value = '']): [string, string] => [name, value]),
  );
}
async function repeat(form: URLSearchParams): Promise<string> {
  const answer = await server.fetch('/auth/v1/callback', {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
    body: form,
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
async function comeBack(address: string, browser: TestBrowser): Promise<URLSearchParams> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await server.fetch(address, { redirect: 'manual', headers: { cookie } });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

it('lets a newcomer join and sign in with Apple, whose form comes from another site [U1] [U11]', async () => {
  const somebody = { sub: randomUUID(), email: 'x7k2@privaterelay.example' };
  apple.signInAs(somebody);
  const browser = new TestBrowser(kindpal.services);
  const { url } = await begin(browser, {
    invite_code: await mintInvite(kindpal.services),
    data: { full_name: 'Robin Vale', role: 'both' },
    accepts_terms: true,
    is_adult: true,
  });
  const address = await repeat(await formOf(url));
  expect(address).toMatch(/^\/auth\/v1\/callback\?/);
  // The name in the form is ignored: it could be forged.
  expect(address).not.toContain('Support');
  const back = await comeBack(address, browser);
  const { user } = await exchange(browser, back.get('code') ?? '');
  expect(user).toMatchObject({
    email: somebody.email,
    email_verified: true,
    full_name: 'Robin Vale',
    identities: [{ provider: 'apple' }],
  });

  const again = new TestBrowser(kindpal.services);
  const second = await comeBack(await repeat(await formOf((await begin(again)).url)), again);
  expect((await exchange(again, second.get('code') ?? '')).user.id).toBe(user.id);
  const [one, two] = apple.secrets.slice(-2);
  const claims = decodeJwt(two ?? '');
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  expect(one).not.toBe(two);
});

it('opens nothing in a browser that did not start it, nor twice; and says when somebody cancels [U11]', async () => {
  apple.signInAs({ sub: randomUUID(), email: 'pat@privaterelay.example' });
  const browser = new TestBrowser(kindpal.services);
  const address = await repeat(await formOf((await begin(browser)).url));
  const stranger = await comeBack(address, new TestBrowser(kindpal.services));
  expect(stranger.get('error_code')).toBe('flow_state_not_found');
  expect((await comeBack(address, browser)).has('code')).toBe(true);
  expect((await comeBack(address, browser)).get('error_code')).toBe('flow_state_not_found');

  apple.signInAs(null);
  const canceled = await repeat(await formOf((await begin(browser)).url));
  expect((await comeBack(canceled, browser)).get('error_code')).toBe('provider_canceled');
});

it('reads only known fields of a form, up to the room in an address [U11]', async () => {
  const long = new URLSearchParams({ state: 'x'.repeat(50_000), next: 'https://evil.example' });
  const address = await repeat(long);
  expect(address.length).toBeLessThan(2_100);
  expect(address).not.toContain('evil');
});
