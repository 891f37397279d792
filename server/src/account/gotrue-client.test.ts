import type { AuthError } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const makeClient = () => makeGoTrueClient(server);

let newcomers = 0;
async function signUp(data: Record<string, unknown> = {}) {
  newcomers += 1;
  const client = makeClient();
  const email = `client-${newcomers}@example.org`;
  const answer = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: {
      data: {
        full_name: 'Robin Vale',
        role: 'both',
        invite_code: await mintInvite(kindpal.services),
        accepts_terms: true,
        is_adult: true,
        ...data,
      },
    },
  });
  return { ...client, email, ...answer };
}

const failureOf = (error: AuthError | null) => error && [error.status, error.code, error.message];

describe('the published GoTrue client, unchanged [X1]', () => {
  it('joins with an invite and consent in its metadata [U1]', async () => {
    // Otherwise a second may begin between the token and the answer.
    kindpal.setNow(new Date());
    const { auth, data, error, email, events } = await signUp();
    kindpal.setNow(null);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'], app_role: 'user' },
      user_metadata: { full_name: 'Robin Vale', role: 'both' },
      identities: [{ user_id: data.user?.id, provider: 'email', identity_data: { email } }],
    });
    const listed = await auth.getUserIdentities();
    expect(listed.data?.identities).toMatchObject([
      { user_id: data.user?.id, provider: 'email', identity_data: { email } },
    ]);
    expect(Date.parse(data.user?.created_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
    expect((await auth.getSession()).data.session?.user.id).toBe(data.user?.id);
  });

  it('is told why it cannot join: no invite, no consent, a weak password [U1] [U2]', async () => {
    const noInvite = await signUp({ invite_code: 'ZZZZ-ZZZZ-ZZZZ' });
    expect(failureOf(noInvite.error)).toEqual([
      403,
      'invalid_invite',
      'Invalid or expired invite code',
    ]);
    const noConsent = await signUp({ accepts_terms: false });
    expect(failureOf(noConsent.error)).toEqual([
      422,
      'validation_failed',
      'Please accept the terms to join',
    ]);
    const oldTerms = await signUp({ terms_version: '2020-01-01' });
    expect(failureOf(oldTerms.error)).toEqual([
      422,
      'validation_failed',
      'Our terms have changed. Please reload this page and read them.',
    ]);
    const { auth } = makeClient();
    const weak = await auth.signUp({
      email: 'weak@example.org',
      password: 'short',
      options: { data: { full_name: 'Robin Vale', invite_code: 'ZZZZ-ZZZZ-ZZZZ' } },
    });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', code: 'weak_password' });
    expect(weak.error).toHaveProperty('reasons', ['length', 'characters']);
    expect((await auth.signInAnonymously()).error?.status).toBe(422);
  });

  it('cannot choose an administrative role in its metadata [U1] [U15]', async () => {
    expect((await signUp({ role: 'super_admin' })).error?.code).toBe('validation_failed');
    expect((await signUp({ app_role: 'admin' })).error?.message).toContain('app_role');
  });

  it('signs in with a password, and gets the same answer for every wrong one [U3]', async () => {
    const { email, id } = await joinKindpal(kindpal.services);
    const { auth, events } = makeClient();
    const wrong = await auth.signInWithPassword({ email, password: 'Wrong-Horse-1' });
    const unknown = await auth.signInWithPassword({
      email: 'nobody@example.org',
      password: PASSWORD,
    });
    const refused = [400, 'invalid_credentials', 'Invalid login credentials'];
    expect(failureOf(wrong.error)).toEqual(refused);
    expect(failureOf(unknown.error)).toEqual(refused);
    const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(events.at(-1)).toBe('SIGNED_IN');
    const server = await auth.getUser();
    expect(server.data.user).toEqual(data.user);
  });

  it('refreshes its session; a reused token ends it [U7]', async () => {
    const { auth, data } = await signUp();
    const first = data.session?.refresh_token ?? '';
    const renewed = await auth.refreshSession();
    expect(renewed.error).toBeNull();
    expect(renewed.data.session?.refresh_token).not.toBe(first);
    expect((await auth.getUser()).error).toBeNull();
    await kindpal.asOwner(
      `UPDATE auth.refresh_token SET replaced_at = replaced_at - interval '1 minute'`,
    );
    const thief = makeClient();
    const stolen = await thief.auth.refreshSession({ refresh_token: first });
    expect(failureOf(stolen.error)).toEqual([
      401,
      'refresh_token_not_found',
      'Your session has ended. Please sign in again.',
    ]);
    const { error } = await auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await auth.getSession()).data.session).toBeNull();
  });

  it('verifies its token with the public keys, without asking the server [U14]', async () => {
    const { auth, data } = await signUp();
    const token = data.session?.access_token ?? '';
    const { data: verified, error } = await auth.getClaims(token);
    expect(error).toBeNull();
    expect(verified?.claims).toMatchObject({
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      iss: kindpal.services.env.appUrl,
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
    });
    const [row] = await kindpal.asOwner<string>(
      `SELECT id FROM auth.session WHERE user_id = '${data.user?.id}'`,
    );
    expect(verified?.claims.session_id).toBe(row);
    const forged = token.replace(/[^.]+$/, (signature) => signature.split('').reverse().join(''));
    expect((await auth.getClaims(forged)).error?.message).toBe('Invalid JWT signature');
    expect(failureOf((await auth.getUser(forged)).error)).toEqual([
      401,
      'bad_jwt',
      'Invalid JWT signature',
    ]);
    const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    });
    const factors = await auth.mfa.listFactors();
    expect(factors.data?.all).toEqual([]);
  });

  it('changes name, password and address, under the same rules as pages [U8] [R3]', async () => {
    const { auth, email, events } = await signUp();
    const renamed = await auth.updateUser({ data: { full_name: 'Robin Ash' } });
    expect(renamed.data.user?.user_metadata).toMatchObject({ full_name: 'Robin Ash' });
    expect(events.at(-1)).toBe('USER_UPDATED');
    const role = await auth.updateUser({ data: { role: 'super_admin' } });
    expect(failureOf(role.error)).toEqual([422, 'validation_failed', 'Unknown field: data.role']);
    const bare = await auth.updateUser({ password: 'Battery-Staple-2' });
    expect(failureOf(bare.error)).toEqual([
      422,
      'validation_failed',
      'Please enter your current password.',
    ]);
    const wrong = await auth.updateUser({
      password: 'Battery-Staple-2',
      current_password: 'Wrong-Horse-1',
    });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    const next = `new-${email}`;
    const moved = await auth.updateUser({
      email: next,
      password: 'Battery-Staple-2',
      current_password: PASSWORD,
    });
    expect(moved.error).toBeNull();
    expect(moved.data.user).toMatchObject({ email, new_email: next });
    const again = await auth.signInWithPassword({ email, password: 'Battery-Staple-2' });
    expect(again.error).toBeNull();
  });

  it('requests a reset link, with the same answer for everybody, and only back to this site [U4]', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = makeClient();
    const redirectTo = `${kindpal.services.env.appUrl}/reset-password`;
    const asked = await auth.resetPasswordForEmail(email, { redirectTo });
    const nobody = await auth.resetPasswordForEmail('nobody@example.org', { redirectTo });
    expect([asked, nobody]).toEqual([
      { data: {}, error: null },
      { data: {}, error: null },
    ]);
    const elsewhere = await auth.resetPasswordForEmail(email, {
      redirectTo: 'https://evil.example/reset-password',
    });
    expect(failureOf(elsewhere.error)).toEqual([
      422,
      'validation_failed',
      'Unknown field: redirect_to',
    ]);
    const [mail] = await readMailbox(kindpal.services, email);
    expect(linkParameter(mail, 'type')).toBe('recovery');
  });

  it.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('signs out with scope %s [U6]', async (scope, [here, elsewhere]) => {
    const one = await signUp();
    const other = makeClient();
    await other.auth.signInWithPassword({ email: one.email, password: PASSWORD });
    const tokens = await Promise.all(
      [one.auth, other.auth].map(async (auth) => (await auth.getSession()).data.session),
    );
    expect(await one.auth.signOut({ scope })).toEqual({ error: null });
    const alive = await Promise.all(
      tokens.map(async (session) => {
        const { error } = await makeClient().auth.getUser(session?.access_token);
        return error === null;
      }),
    );
    expect(alive).toEqual([here, elsewhere]);
    expect(one.events.includes('SIGNED_OUT')).toBe(scope !== 'others');
  });

  it('signs a member in with a mailed code or link, and nobody else [U9]', async () => {
    const { email, id } = await joinKindpal(kindpal.services);
    const { auth, events } = makeClient();
    const asked = await auth.signInWithOtp({ email });
    expect(asked).toEqual({ data: { user: null, session: null }, error: null });
    const [mail] = await readMailbox(kindpal.services, email);
    const [token = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
    const guess = token === '000000' ? '000001' : '000000';
    const wrong = await auth.verifyOtp({ email, token: guess, type: 'email' });
    expect(failureOf(wrong.error)).toEqual([
      403,
      'otp_expired',
      'An error occurred on token verification.',
    ]);
    const { data, error } = await auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(events.at(-1)).toBe('SIGNED_IN');
    const claims = await auth.getClaims();
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }]);

    await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const [second] = await readMailbox(kindpal.services, email);
    const token_hash = linkParameter(second, 'token');
    const byLink = await auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect(byLink.data.user?.id).toBe(id);

    const nobody = await auth.signInWithOtp({ email: 'not-a-member@example.org' });
    expect(nobody.error).toBeNull();
    const neither = await auth.signInWithOtp({} as { email: string });
    expect(neither.error?.message).toBe('You must provide either an email or phone number.');
  });

  it('changes the password with a mailed nonce soon after signing in, and not later [U10]', async () => {
    const { auth, email, data } = await signUp();
    const nonceOf = async () => {
      expect(await auth.reauthenticate()).toEqual({
        data: { user: null, session: null },
        error: null,
      });
      const [mail] = await readMailbox(kindpal.services, email);
      return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    };
    const nonce = await nonceOf();
    const password = 'Battery-Staple-2';
    const wrong = await auth.updateUser({
      password,
      nonce: nonce === '000000' ? '000001' : '000000',
    });
    expect(failureOf(wrong.error)).toEqual([
      403,
      'reauthentication_not_valid',
      'This code is wrong, used or expired.',
    ]);
    expect((await auth.updateUser({ password: PASSWORD, nonce })).error?.code).toBe(
      'weak_password',
    );
    const good = await nonceOf();
    expect((await auth.updateUser({ password, nonce: good })).error).toBeNull();
    const again = await auth.updateUser({ password: 'Battery-Staple-3', nonce: good });
    expect(again.error?.code).toBe('reauthentication_not_valid');
    const unused = await nonceOf();
    await kindpal.asOwner(`UPDATE auth.session SET proved_at = proved_at - interval '11 minutes'
      WHERE user_id = '${data.user?.id}'`);
    const late = await auth.updateUser({ password: 'Battery-Staple-3', nonce: unused });
    expect(late.error?.code).toBe('reauthentication_needed');
    // No code is mailed, because this session would not accept it.
    expect((await auth.reauthenticate()).error?.code).toBe('reauthentication_needed');
    const signedIn = await makeClient().auth.signInWithPassword({ email, password });
    expect(signedIn.error).toBeNull();
  });

  it('opens a reset link, and chooses a new password with its own proof [U5] [U10]', async () => {
    const { email, id } = await joinKindpal(kindpal.services);
    const { auth, events } = makeClient();
    const mailToken = async () => {
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      const [mail] = await readMailbox(kindpal.services, email);
      return linkParameter(mail, 'access_token');
    };
    const token_hash = await mailToken();
    const other = await auth.verifyOtp({
      email: `not-${email}`,
      token: token_hash,
      type: 'recovery',
    });
    expect(failureOf(other.error)?.[1]).toBe('otp_expired');
    const { data, error } = await auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(events.at(-1)).toBe('PASSWORD_RECOVERY');
    const twice = await auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(failureOf(twice.error)?.[1]).toBe('otp_expired');
    const password = 'Battery-Staple-2';
    expect((await auth.updateUser({ password })).error).not.toBeNull();
    await auth.reauthenticate();
    const [mail] = await readMailbox(kindpal.services, email);
    const nonce = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    expect((await auth.updateUser({ password, nonce })).error).toBeNull();
    const signedIn = await makeClient().auth.signInWithPassword({ email, password });
    expect(signedIn.error).toBeNull();
  });

  it('is refused a token of another type by name, not as a bad request [U9]', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = makeClient();
    const token_hash = 'a'.repeat(43);
    for (const type of [
      'signup',
      'invite',
      'magiclink',
      'recovery',
      'email_change',
      'email',
    ] as const) {
      const byLink = await auth.verifyOtp({ token_hash, type });
      expect([type, failureOf(byLink.error)?.[1]]).toEqual([type, 'otp_expired']);
      const byCode = await auth.verifyOtp({ email, token: '123456', type });
      expect([type, failureOf(byCode.error)?.[1]]).toEqual([type, 'otp_expired']);
    }
  });

  it('signs a member in with their mailed link or code under the type `invite`, like any other [U9]', async () => {
    const { email, id } = await joinKindpal(kindpal.services);
    for (const by of ['link', 'code']) {
      const { auth } = makeClient();
      expect((await auth.signInWithOtp({ email })).error).toBeNull();
      const [mail] = await readMailbox(kindpal.services, email);
      const token = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
      const token_hash = linkParameter(mail, 'token');
      const proof = by === 'link' ? { token_hash } : { email, token };
      const { data, error } = await auth.verifyOtp({ ...proof, type: 'invite' });
      expect([by, error]).toEqual([by, null]);
      expect(data.user?.id).toBe(id);
      const twice = await auth.verifyOtp({ ...proof, type: 'invite' });
      expect([by, twice.error?.code]).toEqual([by, 'otp_expired']);
    }
  });

  it('keeps its session, accepts one from another client, and notifies its listeners of each change [U7]', async () => {
    const { auth, events, data } = await signUp();
    const kept = (await auth.getSession()).data.session;
    expect(kept?.user.id).toBe(data.user?.id);
    await auth.refreshSession();
    await auth.updateUser({ data: { full_name: 'Ash Vale' } });
    const { access_token = '', refresh_token = '' } = (await auth.getSession()).data.session ?? {};
    const other = makeClient();
    const taken = await other.auth.setSession({ access_token, refresh_token });
    expect(taken.data.user?.id).toBe(data.user?.id);
    await auth.signOut({ scope: 'local' });
    const told = [...events, ...other.events];
    for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'] as const) {
      expect(told).toContain(event);
    }
    expect(other.events).toContain('SIGNED_IN');
    const wrong = await makeClient().auth.setSession({ access_token: 'x.y.z', refresh_token });
    expect(wrong.error).not.toBeNull();
  });

  it('reports without a request that it does not run in a browser, or that an address contains no code [U11] [U12]', async () => {
    const { auth } = makeGoTrueClient(server, { flowType: 'pkce' });
    // The client calls this method on the address that a provider redirects to.
    const own = auth as unknown as {
      _getSessionFromURL(params: object, kind: string): Promise<{ error: Error | null }>;
    };
    const read = (params: Record<string, string>) => own._getSessionFromURL(params, 'pkce');
    expect((await read({ code: 'x' })).error?.message).toBe('No browser detected.');
    vi.stubGlobal('window', { location: { href: kindpal.services.env.appUrl } });
    vi.stubGlobal('document', {});
    try {
      expect((await read({})).error?.message).toBe('No code detected.');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('has a confirmation mailed again, and confirms it [U9]', async () => {
    const { auth, email } = await signUp();
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
    const [mail] = await readMailbox(kindpal.services, email);
    const [token = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
    const confirmed = await auth.verifyOtp({ email, token, type: 'signup' });
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy();
    const next = `next-${email}`;
    await auth.updateUser({ email: next, current_password: PASSWORD });
    expect((await auth.resend({ type: 'email_change', email })).error).toBeNull();
    const [change] = await readMailbox(kindpal.services, next);
    const token_hash = linkParameter(change, 'token');
    const moved = await auth.verifyOtp({ token_hash, type: 'email_change' });
    expect(moved.error).toBeNull();
    // The link was opened without a session, so every session has ended.
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    const again = await auth.signInWithPassword({ email: next, password: PASSWORD });
    expect(again.data.user?.email).toBe(next);
  });

  it('gets tokens and never a cookie, and a browser’s cookie is never used as its session [U7]', async () => {
    const member = await createMember(kindpal.services.db);
    const asBrowser = await server.fetch('/auth/v1/user', {
      as: member,
      headers: { 'x-supabase-api-version': '2024-01-01', authorization: 'Bearer forged' },
    });
    expect(asBrowser.status).toBe(401);
    const { email } = await joinKindpal(kindpal.services);
    const signedIn = await server.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect(await signedIn.json()).toHaveProperty('access_token', expect.any(String));
  });

  it('is refused unknown parameters and fields, by name [X2]', async () => {
    const send = async (path: string, body: unknown) => {
      const answer = await server.fetch(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { msg: string }).msg];
    };
    const grant = { email: 'a@example.org', password: PASSWORD };
    expect(await send('token?grant_type=password&debug=1', grant)).toEqual([
      422,
      'Unknown field: debug',
    ]);
    expect(await send('token?grant_type=password', { ...grant, is_admin: true })).toEqual([
      422,
      'Unknown field: is_admin',
    ]);
    expect(await send('token?grant_type=pkce', { auth_code: 'x', sub: 'y' })).toEqual([
      422,
      'Unknown field: sub',
    ]);
    expect((await send('recover', { email: 'a@example.org', code_challenge: 'x' }))[1]).toBe(
      'Unknown field: code_challenge',
    );
    for (const body of [null, [], 'text', 7, { data: 'text' }, { data: [] }]) {
      expect((await send('signup', body))[0]).toBe(422);
    }
  });
});
