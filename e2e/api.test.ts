import { test as base, expect } from '@playwright/test';
import { sharedCommunity } from './support/community.ts';
import { test } from './support/fixtures.ts';
import { linkIn, receiveMail } from './support/mail.ts';
import { freshEmail } from './support/people.ts';

const NEW_PASSWORD = 'Naptime-5-later';

test('an API client signs in, refreshes, reads, changes the password and signs out by tokens alone [X1 U7]', async ({
  people,
  playwright,
}) => {
  const { email, password, id } = await people.join('Ada Automat', 'both');
  const { origin } = sharedCommunity();
  const api = await playwright.request.newContext({ baseURL: origin });
  const signIn = (data: object) => api.post('/auth/v1/token', { data });
  const grant = { grant_type: 'password', email, password, return_tokens: true };
  const session = await (await signIn(grant)).json();
  expect(session.user).toMatchObject({ id, identities: expect.any(Array), factors: [] });
  expect(session.expires_at).toBeGreaterThan(Date.now() / 1000);

  // No cookies are kept: the rest depends on the tokens.
  const client = await playwright.request.newContext({ baseURL: origin });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const renewed = await client.post('/auth/v1/token', {
    data: { grant_type: 'refresh_token', refresh_token: session.refresh_token },
  });
  const { access_token, refresh_token } = await renewed.json();
  expect(refresh_token).not.toBe(session.refresh_token);
  const user = await client.get('/auth/v1/user', bearer(access_token));
  expect(await user.json()).toMatchObject({ id, email });
  const { keys } = await (await client.get('/auth/v1/.well-known/jwks.json')).json();
  expect(keys.length).toBeGreaterThan(0);

  const refused = await client.put('/auth/v1/user', {
    ...bearer(access_token),
    data: { password: NEW_PASSWORD, current_password: 'Not-the-1-you-want' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'WRONG_PASSWORD']);
  const changed = await client.put('/auth/v1/user', {
    ...bearer(access_token),
    data: { password: NEW_PASSWORD, current_password: password },
  });
  expect(changed.status()).toBe(200);
  expect((await signIn(grant)).status()).toBe(400);
  expect(
    (await client.post('/auth/v1/logout', { ...bearer(access_token), data: {} })).status(),
  ).toBe(204);
  expect((await client.get('/auth/v1/user', bearer(access_token))).status()).toBe(401);
  await Promise.all([api.dispose(), client.dispose()]);
});

test('an API client requests a reset and redeems the mailed token once [X1 U4 U5]', async ({
  people,
}) => {
  const { api, email, community } = await people.join('Ada Automat', 'both');
  expect((await api.post('/auth/v1/recover', { data: { email } })).status()).toBe(200);
  expect((await api.post('/auth/v1/recover', { data: { email: freshEmail() } })).status()).toBe(
    200,
  );
  const mail = await receiveMail(community, { to: email, about: /reset/i });
  const query = new URLSearchParams(linkIn(mail).split('?')[1]);
  const data = { type: 'recovery', token: query.get('access_token'), password: NEW_PASSWORD };
  expect((await api.post('/auth/v1/verify', { data })).status()).toBe(200);
  const again = await api.post('/auth/v1/verify', { data });
  expect([again.status(), (await again.json()).code]).toEqual([403, 'TOKEN_REFUSED']);
});

test('an API client finds tables and procedures under their own names [X2 X3 J7 I3]', async ({
  people,
}) => {
  const { api, id } = await people.join('Ada Automat', 'both');
  const call = async (name: string, data: object = {}) => {
    const answer = await api.post(`/rest/v1/rpc/${name}`, { data });
    return [answer.status(), await answer.json()];
  };
  expect(await call('get_user_role', { _user_id: id })).toEqual([200, 'user']);
  expect(await call('check_super_admin_exists')).toEqual([200, expect.any(Boolean)]);
  expect(await call('generate_invite_code')).toEqual([
    200,
    expect.stringMatching(/^(\w{4}-){2}\w{4}$/),
  ]);
  expect(await call('switch_user_role', { new_role: 'pet_sitter' })).toEqual([200, 'pet_sitter']);
  const nowhere = '00000000-0000-4000-8000-000000000000';
  expect(await call('can_claim_job', { job_id: nowhere })).toEqual([200, false]);
  for (const table of ['jobs', 'job_claims', 'invites']) {
    expect((await api.get(`/rest/v1/${table}`)).status(), table).toBe(200);
  }
  const none = await api.get('/rest/v1/super_admins', { params: { user_id: id } });
  expect((await none.json()).data.details.code).toBe('PGRST116');
});

base('a page of another site cannot act for a member [X1 S6]', async ({ request }) => {
  const answer = await request.post('/auth/v1/logout', {
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    data: {},
  });
  expect(answer.status()).toBeGreaterThanOrEqual(400);
});
