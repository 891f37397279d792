import type { GoTrueClient } from '@supabase/auth-js';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import { joinKindpal, PASSWORD } from '../testing/test-browser.ts';
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

async function signIn(email: string) {
  const client = makeGoTrueClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

let now = Date.now();
/** The next code of an authenticator app: the clock only moves here. */
function nextCode(secret: string): Promise<string> {
  now += 30_000;
  kindpal.setNow(new Date(now));
  return generate({ secret, epoch: Math.floor(now / 1000) });
}

const levelOf = async (auth: GoTrueClient) => {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

async function enroll(auth: GoTrueClient) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  expect(error).toBeNull();
  if (data?.type !== 'totp') throw new Error('not enrolled');
  return { factorId: data.id, ...data.totp };
}

describe('the published client and second factors [U13] [X1]', () => {
  it('enrolls an authenticator app, and needs a code at the next sign-in', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth, events } = await signIn(email);
    expect(await levelOf(auth)).toEqual(['aal1', 'aal1']);
    const { factorId, secret, uri, qr_code } = await enroll(auth);
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const begun = await auth.mfa.listFactors();
    expect(begun.data?.all).toMatchObject([{ id: factorId, status: 'unverified' }]);
    expect(begun.data?.totp).toEqual([]);

    const challenge = await auth.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const challengeId = challenge.data?.id ?? '';
    const right = await nextCode(secret);
    const guess = right === '000000' ? '000001' : '000000';
    const wrong = await auth.mfa.verify({ factorId, challengeId, code: guess });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const verified = await auth.mfa.verify({ factorId, challengeId, code: right });
    expect(verified.error).toBeNull();
    expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED');
    expect(await levelOf(auth)).toEqual(['aal2', 'aal2']);
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });

    const next = await signIn(email);
    expect(await levelOf(next.auth)).toEqual(['aal1', 'aal2']);
    const { data } = await next.auth.mfa.listFactors();
    expect(data?.totp).toMatchObject([{ id: factorId, friendly_name: 'My phone' }]);
    const code = await nextCode(secret);
    const raised = await next.auth.mfa.challengeAndVerify({ factorId, code });
    expect(raised.data).toMatchObject({ token_type: 'bearer', user: { email } });
    expect(next.events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(await levelOf(next.auth)).toEqual(['aal2', 'aal2']);
    expect((await next.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(next.auth)).toEqual(['aal2', 'aal2']);
  });

  it('can do nothing else before the code, and gets the error by name', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const first = await signIn(email);
    const { factorId, secret } = await enroll(first.auth);
    await first.auth.mfa.challengeAndVerify({ factorId, code: await nextCode(secret) });
    const { auth } = await signIn(email);
    const refused = { status: 403, code: 'insufficient_aal' };
    const renamed = await auth.updateUser({ data: { full_name: 'Some Thief' } });
    expect(renamed.error).toMatchObject(refused);
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(refused);
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject(refused);
    expect((await auth.reauthenticate()).error).toMatchObject(refused);
    const { data } = await auth.getUser();
    expect(data.user?.user_metadata.full_name).toBe('');
    expect((await first.auth.getUser()).error).toBeNull();
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull();
    // Without the second factor, other sessions can't be ended.
    expect((await first.auth.getUser()).error).toBeNull();
  });

  it('removes its factor, and is aal1 again', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = await signIn(email);
    const { factorId, secret } = await enroll(auth);
    await auth.mfa.challengeAndVerify({ factorId, code: await nextCode(secret) });
    const removed = await auth.mfa.unenroll({ factorId });
    expect(removed).toEqual({ data: { id: factorId }, error: null });
    await auth.refreshSession();
    expect(await levelOf(auth)).toEqual(['aal1', 'aal1']);
    const again = await auth.mfa.unenroll({ factorId });
    expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect(await levelOf((await signIn(email)).auth)).toEqual(['aal1', 'aal1']);
  });

  it('is refused a factor that is not its own', async () => {
    const one = await signIn((await joinKindpal(kindpal.services)).email);
    const other = await signIn((await joinKindpal(kindpal.services)).email);
    const { factorId, secret } = await enroll(one.auth);
    const unknown = { status: 404, code: 'mfa_factor_not_found' };
    expect((await other.auth.mfa.challenge({ factorId })).error).toMatchObject(unknown);
    expect((await other.auth.mfa.unenroll({ factorId })).error).toMatchObject(unknown);
    const challenge = await one.auth.mfa.challenge({ factorId });
    const stolen = await other.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: await nextCode(secret),
    });
    expect(stolen.error).toMatchObject(unknown);
  });
});
