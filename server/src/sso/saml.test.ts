import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeServices } from '../compose.ts';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import { fetchSamlCertificate } from '../testing/outside/encrypt-assertion.ts';
import {
  fetchSamlForm,
  type SamlProvider,
  startSamlProvider,
} from '../testing/outside/saml-provider.ts';
import { sendSamlForm } from '../testing/outside/send-saml-form.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, mintInvite, readMailbox, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let outside: SamlProvider;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  outside = await startSamlProvider();
  kindpal = await startTestKindpal({
    settings: { SAML_PROVIDERS: JSON.stringify([outside.setting]) },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await outside.stop();
});
beforeEach(() => outside.beHonest());

const RETURN = 'http://localhost:3000/continue';
const person = (email = `${randomUUID()}@eastside.example`) => ({ id: randomUUID(), email });

type Start = Parameters<Parameters<TestBrowser['send']>[0]>[0]['sso']['start'];
const start = (browser: TestBrowser, input: Parameters<Start>[0] = { provider_id: 'housing' }) =>
  browser.send((api) => api.sso.start(input));
const exchange = (browser: TestBrowser, auth_code: string) =>
  browser.send((api) => api.account.token({ grant_type: 'pkce', auth_code }));

/** Opens the provider's page and sends its form, from its site and so without cookies. */
async function codeOf(url: string): Promise<string> {
  const back = await sendSamlForm(server, await fetchSamlForm(url));
  return back.searchParams.get('code') ?? String(back.searchParams.get('error_code'));
}

function joining(invite_code: string) {
  return {
    invite_code,
    data: { full_name: 'Robin Vale', role: 'both' as const },
    accepts_terms: true as const,
    is_adult: true as const,
  };
}
async function joinOutside(somebody = person()) {
  const browser = new TestBrowser(kindpal.services);
  outside.signInAs(somebody);
  const join = joining(await mintInvite(kindpal.services));
  const { url } = await start(browser, { provider_id: 'housing', join });
  return { browser, somebody, session: await exchange(browser, await codeOf(url)) };
}

describe('a SAML identity provider', () => {
  it('gets our metadata [U11]', async () => {
    const answer = await server.fetch('/auth/v1/sso/saml/metadata');
    expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml');
    const text = await answer.text();
    expect(text).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"');
    expect(text).toContain('Location="http://localhost:3000/auth/v1/sso/saml/acs"');
    expect(text).toContain('WantAssertionsSigned="true"');
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text.match(/<KeyDescriptor use="\w+"/g)).toEqual([
      '<KeyDescriptor use="signing"',
      '<KeyDescriptor use="encryption"',
    ]);
  });

  it('gets requests that are signed with the key in our metadata [U11]', async () => {
    const { url } = await start(new TestBrowser(kindpal.services));
    const { search } = new URL(url);
    const [, signed = '', signature = ''] = /^\?(.*)&Signature=([^&]+)$/.exec(search) ?? [];
    expect(signed).toMatch(
      /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=http%3A%2F%2Fwww\.w3\.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256$/,
    );
    const { publicKey } = new X509Certificate(await fetchSamlCertificate(server));
    const isSignedAs = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        publicKey,
        Buffer.from(decodeURIComponent(signature), 'base64'),
      );
    expect(isSignedAs(signed)).toBe(true);
    expect(isSignedAs(signed.replace('RelayState=', 'RelayState=x'))).toBe(false);
  });

  it.each(['xmlenc11#aes256-gcm', 'xmlenc11#aes128-gcm', 'xmlenc#aes256-cbc'])(
    'signs in with an assertion encrypted by %s [U11]',
    async (name) => {
      const { session, somebody } = await joinOutside();
      const cert = await fetchSamlCertificate(server);
      const year = name.startsWith('xmlenc11') ? '2009' : '2001/04';
      outside.lie.options = {
        encryptionCert: cert,
        encryptionPublicKey: new X509Certificate(cert).publicKey
          .export({ type: 'spki', format: 'pem' })
          .toString(),
        // Its library counts CBC as insecure, which many providers still use.
        disallowEncryptionWithInsecureAlgorithm: false,
        encryptionAlgorithm: `http://www.w3.org/${year}/${name}`,
      };
      outside.signInAs(somebody);
      const browser = new TestBrowser(kindpal.services);
      const form = await fetchSamlForm((await start(browser)).url);
      const xml = Buffer.from(form.SAMLResponse, 'base64').toString();
      expect(xml).toContain(name);
      expect(xml).not.toContain(somebody.email);
      const { searchParams } = await sendSamlForm(server, form);
      const { user } = await exchange(browser, searchParams.get('code') ?? '');
      expect(user.id).toBe(session.user.id);
    },
  );

  it('lets a newcomer join with an invite and an address in its domains, once [U1] [U11]', async () => {
    const { session, somebody } = await joinOutside();
    expect(session.user).toMatchObject({
      email: somebody.email,
      email_verified: true,
      full_name: 'Robin Vale',
      identities: [{ provider: 'housing', email: somebody.email }],
    });
    const browser = new TestBrowser(kindpal.services);
    outside.signInAs(person());
    const { url } = await start(browser);
    expect(await refusalOf(exchange(browser, await codeOf(url)))).toBe('IDENTITY_NOT_LINKED');
    outside.signInAs(person('pat@elsewhere.example'));
    const join = joining(await mintInvite(kindpal.services));
    const begun = await start(browser, { domain: 'eastside.example', join });
    expect(await refusalOf(exchange(browser, await codeOf(begun.url)))).toBe(
      'PROVIDER_EMAIL_NOT_VERIFIED',
    );
  });

  it('is no proof of identity: somebody may have left a session open there [U10] [U11]', async () => {
    const { browser } = await joinOutside();
    const enroll = browser.send((api) => api.factor.enroll({ factor_type: 'totp' }));
    expect(await refusalOf(enroll)).toBe('REAUTHENTICATION_NEEDED');
  });

  it('signs in linked members, and nobody by their address alone [U11] [U12]', async () => {
    const { session, somebody } = await joinOutside();
    const browser = new TestBrowser(kindpal.services);
    outside.signInAs(somebody);
    expect((await exchange(browser, await codeOf((await start(browser)).url))).user.id).toBe(
      session.user.id,
    );
    outside.signInAs({ ...somebody, id: 'another name' });
    const other = new TestBrowser(kindpal.services);
    expect(await refusalOf(exchange(other, await codeOf((await start(other)).url)))).toBe(
      'IDENTITY_NOT_LINKED',
    );
  });

  it('is connected and disconnected by a member, who is emailed [U12]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const somebody = person();
    outside.signInAs(somebody);
    const { url } = await browser.send((api) => api.sso.link({ provider: 'housing' }));
    const { user } = await exchange(browser, await codeOf(url));
    const linked = user.identities.find(({ provider }) => provider === 'housing');
    expect(linked?.email).toBe(somebody.email);
    await browser.send((api) => api.sso.unlink({ identity_id: linked?.id ?? '' }));
    const subjects = (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Eastside Housing was connected to your Kindpal account');
    expect(subjects).toContain('Eastside Housing was disconnected from your Kindpal account');
  });

  it('opens nothing in a browser that did not start it, however its form gets there [U11]', async () => {
    const { somebody } = await joinOutside();
    outside.signInAs(somebody);
    const attacker = new TestBrowser(kindpal.services);
    const code = await codeOf((await start(attacker)).url);
    const victim = new TestBrowser(kindpal.services);
    expect(await refusalOf(exchange(victim, code))).toBe('BAD_CODE_VERIFIER');
    await start(victim);
    expect(await refusalOf(exchange(victim, code))).toBe('BAD_CODE_VERIFIER');
    expect((await exchange(attacker, code)).user.email).toBe(somebody.email);
  });

  it('answers each request once: replayed, swapped, late and unsolicited responses fail [U11]', async () => {
    const { somebody } = await joinOutside();
    outside.signInAs(somebody);
    const browser = new TestBrowser(kindpal.services);
    const form = async () => fetchSamlForm((await start(browser)).url);
    const outcome = async (sent: Parameters<typeof sendSamlForm>[1]) => {
      const { searchParams } = await sendSamlForm(server, sent);
      return searchParams.get('error_code') ?? 'a code';
    };
    const first = await form();
    const all = await Promise.all(Array.from({ length: 8 }, () => outcome(first)));
    expect(all.sort()).toEqual(['a code', ...Array<string>(7).fill('flow_state_not_found')]);
    // A used response, with the state of another sign-in.
    const second = await form();
    expect(await outcome({ ...first, RelayState: second.RelayState })).toBe('provider_refused');
    expect(await outcome({ ...first, RelayState: '' })).toBe('flow_state_not_found');
    expect(await outcome({ ...first, RelayState: 'x'.repeat(43) })).toBe('flow_state_not_found');
    const late = await form();
    await kindpal.asOwner(`UPDATE auth.sso_flow SET expires_at = now() - interval '1 second'`);
    expect(await outcome(late)).toBe('flow_state_not_found');
  });

  it('has each response accepted by one of two nodes, and a used one by neither [U11]', async () => {
    const { services } = kindpal;
    const second = await composeServices({
      env: services.env,
      log: services.log,
      secret: services.secret,
      databaseUrl: services.db.pool.options.connectionString as string,
    });
    const otherNode = await startTestServer({ ...kindpal, services: second });
    const { somebody } = await joinOutside();
    outside.signInAs(somebody);
    const browser = new TestBrowser(services);
    const send = async (node: TestServer, form: Parameters<typeof sendSamlForm>[1]) => {
      const { searchParams } = await sendSamlForm(node, form);
      return searchParams.get('error_code') ?? 'a code';
    };
    const form = await fetchSamlForm((await start(browser)).url);
    expect(await send(otherNode, form)).toBe('a code');
    expect(await send(server, form)).toBe('flow_state_not_found');
    expect(await send(otherNode, form)).toBe('flow_state_not_found');
    // The same signed assertion, in the sign-in of somebody else.
    const next = await fetchSamlForm((await start(new TestBrowser(second))).url);
    expect(await send(server, { ...form, RelayState: next.RelayState })).toBe('provider_refused');
    const race = await fetchSamlForm((await start(browser)).url);
    const both = [server, otherNode].map((node) => send(node, race));
    expect((await Promise.all(both)).sort()).toEqual(['a code', 'flow_state_not_found']);
    await otherNode.close();
    await second.close();
  });

  it('says so when somebody cancels there [U11]', async () => {
    outside.signInAs(null);
    const { url } = await start(new TestBrowser(kindpal.services), {
      provider_id: 'housing',
      redirect_to: '/continue?to=x',
    });
    const back = await sendSamlForm(server, await fetchSamlForm(url));
    expect(back.href.startsWith(`${RETURN}?to=x`)).toBe(true);
    expect(back.searchParams.get('error_code')).toBe('provider_canceled');
  });

  it('is accepted only at its own address: an OpenID Connect return with its state fails [U11]', async () => {
    const browser = new TestBrowser(kindpal.services);
    const { url } = await start(browser);
    const state = new URL(url).searchParams.get('RelayState') ?? '';
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await server.fetch(`/auth/v1/callback?code=x&state=${state}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect(answer.headers.get('location')).toContain('error_code=provider_refused');
  });

  it('is reached by the published GoTrue client, by domain and by name [U11] [X1]', async () => {
    const { session, somebody } = await joinOutside();
    outside.signInAs(somebody);
    for (const by of [{ domain: 'eastside.example' }, { providerId: 'housing' }]) {
      const { auth } = makeGoTrueClient(server, { flowType: 'pkce' });
      const { data, error } = await auth.signInWithSSO({ ...by, options: { redirectTo: RETURN } });
      expect(error).toBeNull();
      const code = await codeOf(data?.url ?? '');
      const stolen = await makeGoTrueClient(server, { flowType: 'pkce' }).auth;
      expect((await stolen.exchangeCodeForSession(code)).error).toBeTruthy();
      expect((await auth.exchangeCodeForSession(code)).data.user?.id).toBe(session.user.id);
      expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'sso/saml' }]);
    }
  });
});

describe('joining by SAML', () => {
  it('creates one member when 10 bring one code at once [U11]', async () => {
    outside.signInAs(person());
    const browser = new TestBrowser(kindpal.services);
    const join = joining(await mintInvite(kindpal.services));
    const code = await codeOf((await start(browser, { provider_id: 'housing', join })).url);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(exchange(browser, code))),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
  });
});
