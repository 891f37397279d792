import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
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

const newKey = () => new SoftwareAuthenticator(kindpal.services.env.appUrl);

async function signInAndAdd() {
  const { email } = await joinKindpal(kindpal.services);
  const client = makeGoTrueClient(server);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await client.auth.passkey.startRegistration();
  expect(error).toBeNull();
  if (!data) throw new Error('not begun');
  const key = newKey();
  const added = await client.auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: key.create(data.options),
  });
  return { ...client, email, key, added };
}

/** A browser whose answers to the client come from this authenticator. */
function stubBrowser(key: SoftwareAuthenticator): void {
  type Asked = { publicKey: never };
  class PublicKeyCredential {
    static readonly parseCreationOptionsFromJSON = (options: object) => options;
    static readonly parseRequestOptionsFromJSON = (options: object) => options;
    readonly toJSON: () => object;
    constructor(answer: object) {
      this.toJSON = () => answer;
    }
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  vi.stubGlobal('window', { PublicKeyCredential });
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: Asked) => new PublicKeyCredential(key.create(publicKey)),
      get: async ({ publicKey }: Asked) => new PublicKeyCredential(key.show(publicKey)),
    },
  });
}

describe('the published client and passkeys [U13] [X1]', () => {
  it('registers one and signs in with it in a browser, each in one call', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const [own, next] = [makeGoTrueClient(server), makeGoTrueClient(server)];
    await own.auth.signInWithPassword({ email, password: PASSWORD });
    stubBrowser(newKey());
    try {
      const registered = await own.auth.registerPasskey();
      expect(registered.error).toBeNull();
      expect((await own.auth.passkey.list()).data).toEqual([registered.data]);
      const signedIn = await next.auth.signInWithPasskey();
      expect(signedIn.error).toBeNull();
      expect(signedIn.data?.user).toMatchObject({ email });
      expect(next.events.at(-1)).toBe('SIGNED_IN');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('adds one, signs in with it, names and removes it', async () => {
    const { auth, email, key, added } = await signInAndAdd();
    expect(added).toMatchObject({ error: null, data: { friendly_name: expect.any(String) } });
    const id = added.data?.id ?? '';
    // Removing it needs a proof of identity, which a new passkey is not.
    await kindpal.asOwner(
      `UPDATE auth.passkey SET created_at = created_at - interval '73 hours' WHERE id = '${id}'`,
    );
    expect((await auth.passkey.list()).data).toMatchObject([{ id }]);

    const next = makeGoTrueClient(server);
    const begun = await next.auth.passkey.startAuthentication();
    if (!begun.data) throw new Error('not begun');
    const { challenge_id: challengeId, options } = begun.data;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const credential = key.show({ challenge: options.challenge, rpId: 'localhost' });
    const signedIn = await next.auth.passkey.verifyAuthentication({ challengeId, credential });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data?.session).toMatchObject({ token_type: 'bearer', user: { email } });
    expect(next.events).toContain('SIGNED_IN');
    const level = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const claims = await next.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });

    const again = await next.auth.passkey.verifyAuthentication({ challengeId, credential });
    expect(again.error).toMatchObject({ status: 422, code: 'webauthn_challenge_expired' });
    const renamed = await next.auth.passkey.update({ passkeyId: id, friendlyName: 'My laptop' });
    expect(renamed).toMatchObject({ error: null, data: { id, friendly_name: 'My laptop' } });
    expect(await next.auth.passkey.delete({ passkeyId: id })).toEqual({ data: null, error: null });
    expect((await next.auth.passkey.list()).data).toEqual([]);
  });

  it('gets refusals by name', async () => {
    const { key } = await signInAndAdd();
    const { auth } = makeGoTrueClient(server);
    const { data } = await auth.passkey.startAuthentication();
    if (!data) throw new Error('not begun');
    const { challenge } = data.options;
    const credential = key.show({ challenge, rpId: 'localhost' }, { isVerified: false });
    const refused = await auth.passkey.verifyAuthentication({
      challengeId: data.challenge_id,
      credential,
    });
    expect(refused.error).toMatchObject({ status: 422, code: 'passkey_refused' });
    const other = await signInAndAdd();
    const { error } = await other.auth.passkey.delete({
      passkeyId: '00000000-0000-4000-8000-000000000000',
    });
    expect(error).toMatchObject({ status: 404 });
  });
});
