import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLimiter } from '../../access/limits/limiter.ts';
import { authSession } from '../../db/schema/account.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, TestBrowser } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { pruneExpiredSessions } from './prune-expired-sessions.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const DAY_MS = 86_400_000;

async function signInClient() {
  const { email, id } = await joinKindpal(kindpal.services);
  const client = new TestBrowser(kindpal.services);
  const input = { grant_type: 'password' as const, email, password: PASSWORD, return_tokens: true };
  const session = await client.send((api) => api.account.token(input));
  client.bearer = session.access_token ?? '';
  return { client, id, session };
}

function refresh(refresh_token: string | null, client = new TestBrowser(kindpal.services)) {
  const input = { grant_type: 'refresh_token' as const, refresh_token: refresh_token ?? '' };
  return client.send((api) => api.account.token(input));
}

/** All cookies except the one that marks a known device, which outlives sessions. */
const sessionCookies = ({ cookies }: TestBrowser) =>
  [...cookies.keys()].filter((name) => name !== 'kindpal.device');

/** Moves the times of use into the past. */
async function letSecondsPass(seconds: number): Promise<void> {
  await kindpal.services.db.pool.query(
    `UPDATE auth.refresh_token SET replaced_at = replaced_at - make_interval(secs => ${seconds})`,
  );
}

test('an API client refreshes its session with a new pair of tokens each time [U7]', async () => {
  const { session, id } = await signInClient();
  const second = await refresh(session.refresh_token);
  const third = await refresh(second.refresh_token);
  expect(third.user.id).toBe(id);
  const tokens = [session, second, third].map((each) => each.refresh_token);
  expect(new Set(tokens).size).toBe(3);
  const client = new TestBrowser(kindpal.services);
  client.bearer = third.access_token ?? '';
  expect((await client.send((api) => api.account.getUser())).id).toBe(id);
});

test('a reused refresh token ends the whole session [U7]', async () => {
  const { session, client, id } = await signInClient();
  const renewed = await refresh(session.refresh_token);
  await letSecondsPass(11);
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
  expect(await refusalOf(refresh(renewed.refresh_token))).toBe('SESSION_ENDED');
  expect(await refusalOf(client.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
  // Their security page lists it.
  const ended = await kindpal.asOwner(`SELECT kind FROM auth.security_event
    WHERE user_id = '${id}' AND kind = 'session_ended'`);
  expect(ended).toEqual(['session_ended']);
});

test('ten concurrent refreshes by one client all get the same usable pair, and sign it out of nothing [U7]', async () => {
  const { session, id } = await signInClient();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(session.refresh_token)),
  );
  const [next, ...others] = new Set(answers.map((answer) => answer.refresh_token));
  expect(others).toEqual([]);
  for (const { access_token } of answers) {
    const client = new TestBrowser(kindpal.services);
    client.bearer = access_token ?? '';
    expect((await client.send((api) => api.account.getUser())).id).toBe(id);
  }
  expect((await refresh(next ?? null)).user.id).toBe(id);
});

test('a late one of them gets the newest token, not a used one [U7]', async () => {
  const { session } = await signInClient();
  const second = await refresh(session.refresh_token);
  const third = await refresh(second.refresh_token);
  const straggler = await refresh(session.refresh_token);
  expect(straggler.refresh_token).toBe(third.refresh_token);
  await letSecondsPass(11);
  expect((await refresh(straggler.refresh_token)).user.id).toBe(session.user.id);
});

test('within those seconds the token still counts as stolen if another client uses it [U7]', async () => {
  for (const differ of [
    (thief: TestBrowser) => Object.assign(thief, { ip: '198.51.100.9' }),
    (thief: TestBrowser) => Object.assign(thief, { userAgent: 'curl/8' }),
  ]) {
    const { session, client } = await signInClient();
    const renewed = await refresh(session.refresh_token);
    const thief = differ(new TestBrowser(kindpal.services));
    expect(await refusalOf(refresh(session.refresh_token, thief))).toBe('SESSION_ENDED');
    expect(await refusalOf(refresh(renewed.refresh_token))).toBe('SESSION_ENDED');
    expect(await refusalOf(client.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
  }
});

test('a chain of renewals that no overlapping requests explain counts as a copied token [U7]', async () => {
  const { session } = await signInClient();
  let newest = session;
  for (let renewal = 0; renewal < 20; renewal++) newest = await refresh(newest.refresh_token);
  expect((await refresh(session.refresh_token)).refresh_token).toBe(newest.refresh_token);
  newest = await refresh(newest.refresh_token);
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
  expect(await refusalOf(refresh(newest.refresh_token))).toBe('SESSION_ENDED');
});

test('a session that is renewed too often waits, and a copied token is noticed all the same [U7]', async () => {
  const { session } = await signInClient();
  let newest = session;
  for (let renewal = 0; renewal < 60; renewal++) newest = await refresh(newest.refresh_token);
  expect(await refusalOf(refresh(newest.refresh_token))).toBe('TOO_MANY_REQUESTS');
  await letSecondsPass(11);
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
});

test('repeated tokens of a session open 60 transactions a minute, and a copy is noticed at once [U7]', async () => {
  const { session } = await signInClient();
  const chain = [session];
  for (let step = 1; step < 10; step++)
    chain.push(await refresh(chain.at(-1)?.refresh_token ?? ''));
  const transaction = vi.spyOn(kindpal.services.db.drizzle, 'transaction');
  const repeats = chain.flatMap((one) => Array.from({ length: 10 }, () => one.refresh_token));
  await Promise.allSettled(repeats.map((token) => refresh(token)));
  expect(transaction).toHaveBeenCalledTimes(60 - 9);
  transaction.mockClear();
  const thief = Object.assign(new TestBrowser(kindpal.services), { userAgent: 'curl/8' });
  const copied = Array.from({ length: 90 }, () => refusalOf(refresh(session.refresh_token, thief)));
  expect(new Set(await Promise.all(copied))).toEqual(
    new Set(['SESSION_ENDED', 'TOO_MANY_REQUESTS']),
  );
  // Each of the 60 that are not refused may end the session.
  expect(transaction.mock.calls.length).toBeLessThanOrEqual(2 * 60);
  transaction.mockRestore();
  expect(await refusalOf(refresh(chain.at(-1)?.refresh_token ?? ''))).toBe('SESSION_ENDED');
});

test('guesses from a network stop neither its clients nor the notice of a copied token [U7]', async () => {
  const { services } = kindpal;
  const [own, copied] = [await signInClient(), await signInClient()];
  const thief = Object.assign(new TestBrowser(services), { userAgent: 'curl/8' });
  await refresh(copied.session.refresh_token, thief);
  while (await services.limiter.hasRoom('renewal_by_ip', thief.ip));
  const outcomes = [
    await refusalOf(refresh('unknown')),
    (await refresh(own.session.refresh_token)).user.id,
    await refusalOf(refresh(copied.session.refresh_token)),
  ];
  services.limiter = createLimiter(services);
  expect(outcomes).toEqual(['TOO_MANY_REQUESTS', own.id, 'SESSION_ENDED']);
});

test('an expired session is not revived by its refresh token [U7]', async () => {
  const { session, id } = await signInClient();
  const { drizzle } = kindpal.services.db;
  const past = new Date(Date.now() - 1000);
  await drizzle.update(authSession).set({ expiresAt: past }).where(eq(authSession.userId, id));
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
});

test('a copied refresh token ends the session as long as one lasts, also 29 days later [U7]', async () => {
  const { session } = await signInClient();
  const stolen = await refresh(session.refresh_token);
  await letSecondsPass(29 * 24 * 3600);
  await pruneExpiredSessions(kindpal.services);
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
  expect(await refusalOf(refresh(stolen.refresh_token))).toBe('SESSION_ENDED');
});

test('used refresh tokens are removed after 30 days, and the one in use stays [U7]', async () => {
  const { session } = await signInClient();
  const { refresh_token } = await refresh(session.refresh_token);
  await letSecondsPass(30 * 24 * 3600 + 60);
  const count = async () =>
    (await kindpal.services.db.pool.query('SELECT 1 FROM auth.refresh_token')).rows.length;
  const before = await count();
  await pruneExpiredSessions(kindpal.services);
  expect(await count()).toBeLessThan(before);
  expect(await refusalOf(refresh(session.refresh_token))).toBe('SESSION_ENDED');
  expect((await refresh(refresh_token)).user.id).toBe(session.user.id);
});

test('a forged refresh token refreshes nothing [U7]', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), 'é'.repeat(900)]) {
    expect(await refusalOf(refresh(token))).toBe('SESSION_ENDED');
  }
});

test('a browser renews by its cookie, which extends the session once a day [U7]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const renew = () => browser.send((api) => api.account.token({ grant_type: 'refresh_token' }));
  const fresh = await renew();
  expect(fresh.user.id).toBe(id);
  expect(fresh.expires_at).toBeLessThanOrEqual(Date.now() / 1000 + 3600);
  expect(browser.received).toEqual([]);

  const { drizzle } = kindpal.services.db;
  const soon = new Date(Date.now() + 2 * DAY_MS);
  await drizzle.update(authSession).set({ expiresAt: soon }).where(eq(authSession.userId, id));
  await renew();
  expect(browser.received).toHaveLength(2);
  const [session] = await drizzle.select().from(authSession).where(eq(authSession.userId, id));
  expect(session?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS);
});

test('a browser whose session has ended is told so and loses its cookies [U7]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { drizzle } = kindpal.services.db;
  const past = new Date(Date.now() - 1000);
  await drizzle.update(authSession).set({ expiresAt: past }).where(eq(authSession.userId, id));
  const renewed = browser.send((api) => api.account.token({ grant_type: 'refresh_token' }));
  expect(await refusalOf(renewed)).toBe('SESSION_ENDED');
  expect(sessionCookies(browser)).toEqual([]);
});

test('an access token works for 15 minutes [U7]', async () => {
  const { client } = await signInClient();
  kindpal.setNow(new Date(Date.now() + 14 * 60_000));
  await client.send((api) => api.account.getUser());
  kindpal.setNow(new Date(Date.now() + 16 * 60_000));
  const late = await refusalOf(client.send((api) => api.account.getUser()));
  kindpal.setNow(null);
  expect(late).toBe('UNAUTHORIZED');
});

test('signing out ends only this session, and a second time is fine [U6]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const phone = new TestBrowser(kindpal.services);
  await phone.send((api) =>
    api.account.token({ grant_type: 'password', email, password: PASSWORD }),
  );
  await browser.send((api) => api.account.signOut({}));
  expect(sessionCookies(browser)).toEqual([]);
  await browser.send((api) => api.account.signOut({}));
  expect(await refusalOf(browser.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
  expect((await phone.send((api) => api.account.getUser())).id).toBe(id);
});

test('a page that signed out without a response drops its hint, and both cookies and the session are removed [U6]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const look = () => browser.send((api) => api.account.getSession());
  browser.headers = { 'sec-fetch-site': 'same-origin' };
  expect((await look()).session?.user.id).toBe(id);
  browser.cookies.delete('kindpal_signed_in');
  for (const site of ['cross-site', 'same-site']) {
    browser.headers = { 'sec-fetch-site': site };
    expect((await look()).session?.user.id).toBe(id);
  }
  browser.headers = { 'sec-fetch-site': 'same-origin' };
  expect(await look()).toEqual({ session: null });
  expect(sessionCookies(browser)).toEqual([]);
  const { drizzle } = kindpal.services.db;
  expect(await drizzle.select().from(authSession).where(eq(authSession.userId, id))).toEqual([]);
});

test('a member signs all their other devices out, or all of them [U6]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const phone = new TestBrowser(kindpal.services);
  const signIn = () =>
    phone.send((api) => api.account.token({ grant_type: 'password', email, password: PASSWORD }));
  const isIn = async (who: TestBrowser) =>
    (await who.send((api) => api.account.getSession())).session !== null;
  await signIn();
  await browser.send((api) => api.account.signOut({ scope: 'others' }));
  expect([await isIn(browser), await isIn(phone)]).toEqual([true, false]);
  await signIn();
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  expect([await isIn(browser), await isIn(phone)]).toEqual([false, false]);
});

test('a member whose session somebody has ended is told so when they sign other devices out [U6]', async () => {
  for (const scope of ['others', 'global'] as const) {
    const { browser, email } = await joinKindpal(kindpal.services);
    const thief = new TestBrowser(kindpal.services);
    await thief.send((api) =>
      api.account.token({ grant_type: 'password', email, password: PASSWORD }),
    );
    await thief.send((api) => api.account.signOut({ scope: 'others' }));
    const signedOut = browser.send((api) => api.account.signOut({ scope }));
    expect([scope, await refusalOf(signedOut)]).toEqual([scope, 'UNAUTHORIZED']);
    if (scope === 'global') expect(sessionCookies(browser)).toEqual([]);
    await thief.send((api) => api.account.getUser());
  }
});
