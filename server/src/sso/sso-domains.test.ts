import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { type OutsideProvider, startOutsideProvider } from '../testing/outside/outside-provider.ts';
import {
  fetchSamlForm,
  type SamlProvider,
  startSamlProvider,
} from '../testing/outside/saml-provider.ts';
import { sendSamlForm } from '../testing/outside/send-saml-form.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, mintInvite, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let oidc: OutsideProvider;
let saml: SamlProvider;
let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  oidc = await startOutsideProvider();
  saml = await startSamlProvider();
  kindpal = await startTestKindpal({
    settings: {
      OIDC_PROVIDERS: JSON.stringify([oidc.setting]),
      SAML_PROVIDERS: JSON.stringify([saml.setting]),
    },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await oidc.stop();
  await saml.stop();
});

const createBoss = () => createMember(kindpal.services.db, { app_role: 'super_admin' });
const set = (who: TestMember | null, domain: string, provider_id: string | null) =>
  kindpal.callerFor(who).sso.setDomain({ domain, provider_id });
/** The provider found for a domain, or the error. */
async function found(domain: string): Promise<string> {
  const browser = new TestBrowser(kindpal.services);
  const asked = browser.send((api) => api.sso.start({ domain }));
  const outcome = await outcomeOf(asked);
  return outcome === 'ok' ? new URL((await asked).url).origin : outcome;
}

/** The result of joining with this address at the SAML provider. */
async function joinAs(email: string): Promise<string> {
  const browser = new TestBrowser(kindpal.services);
  saml.signInAs({ id: randomUUID(), email });
  const join = {
    invite_code: await mintInvite(kindpal.services),
    data: { full_name: 'Robin Vale', role: 'both' as const },
    accepts_terms: true as const,
    is_adult: true as const,
  };
  const { url } = await browser.send((api) => api.sso.start({ provider_id: 'housing', join }));
  const back = await sendSamlForm(server, await fetchSamlForm(url));
  const auth_code = back.searchParams.get('code') ?? '';
  return outcomeOf(browser.send((api) => api.account.token({ grant_type: 'pkce', auth_code })));
}

describe('a super admin assigns domains to providers', () => {
  it('which are found and trusted by them from then on, until they are removed [U11]', async () => {
    const boss = await createBoss();
    expect(await found('acme.com')).toBe('SSO_PROVIDER_NOT_FOUND');
    expect(await joinAs('first@acme.com')).toBe('PROVIDER_EMAIL_NOT_VERIFIED');

    const listed = await set(boss, ' @ACME.com. ', 'housing');
    expect(listed).toEqual([
      expect.objectContaining({ id: 'work', protocol: 'oidc', fixed_domains: [], domains: [] }),
      {
        id: 'housing',
        name: 'Eastside Housing',
        protocol: 'saml',
        fixed_domains: ['eastside.example'],
        domains: ['acme.com'],
      },
    ]);
    expect(await kindpal.callerFor(boss).sso.listProviders()).toEqual(listed);
    expect(await found('Acme.com')).toBe(saml.issuer);
    expect(await joinAs('second@acme.com')).toBe('ok');
    // From the settings, as before; and no other.
    expect(await joinAs('third@eastside.example')).toBe('ok');
    expect(await joinAs('fourth@sub.acme.com')).toBe('PROVIDER_EMAIL_NOT_VERIFIED');

    await set(boss, 'acme.com', null);
    expect(await found('acme.com')).toBe('SSO_PROVIDER_NOT_FOUND');
    expect(await joinAs('fifth@acme.com')).toBe('PROVIDER_EMAIL_NOT_VERIFIED');
  });

  it('which opens no existing account: not by signing in, not by joining [U11] [U12]', async () => {
    const boss = await createBoss();
    const member = await joinKindpal(kindpal.services);
    const domain = 'taken-over.com';
    await kindpal.asOwner(
      `UPDATE auth."user" SET email = 'victim@${domain}' WHERE id = '${member.id}'`,
    );
    await set(boss, domain, 'housing');
    expect(await joinAs(`victim@${domain}`)).toBe('SIGN_UP_REFUSED');
    const browser = new TestBrowser(kindpal.services);
    const { url } = await browser.send((api) => api.sso.start({ domain }));
    const back = await sendSamlForm(server, await fetchSamlForm(url));
    const auth_code = back.searchParams.get('code') ?? '';
    const exchanged = browser.send((api) => api.account.token({ grant_type: 'pkce', auth_code }));
    expect(await refusalOf(exchanged)).toBe('IDENTITY_NOT_LINKED');
  });

  it('each to one, even concurrently, and never a configured one [U11]', async () => {
    const boss = await createBoss();
    const other = await createBoss();
    const outcomes = await Promise.all([
      outcomeOf(set(boss, 'contested.com', 'work')),
      outcomeOf(set(other, 'contested.com', 'housing')),
    ]);
    expect(outcomes.sort()).toEqual(['SIGN_IN_DOMAIN_TAKEN', 'ok']);
    expect(await outcomeOf(set(boss, 'eastside.example', 'work'))).toBe('SIGN_IN_DOMAIN_TAKEN');
    expect(await outcomeOf(set(boss, 'fresh.com', 'nobody'))).toBe('SSO_PROVIDER_NOT_FOUND');
  });

  it.each([
    'gmail.com',
    'co.uk',
    'com',
    'github.io',
    'localhost',
    '127.0.0.1',
    'a b.com',
    'x@y.com',
  ])('but not %s [U11]', async (domain) => {
    const boss = await createBoss();
    const refused = await errorOf(set(boss, domain, 'housing'));
    expect(refused).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: [{ path: 'domain', message: expect.stringContaining('Enter a domain') }] },
    });
  });

  it('soon after they have proved their identity, with the second factor that protects them [U10] [U13]', async () => {
    const boss = await createBoss();
    await kindpal.asOwner(
      `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = '${boss.id}'`,
    );
    expect(await refusalOf(set(boss, 'later.com', 'housing'))).toBe('REAUTHENTICATION_NEEDED');
    expect(await refusalOf(set(boss, 'later.com', null))).toBe('REAUTHENTICATION_NEEDED');
    const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
    expect(await refusalOf(set(admin, 'later.com', 'housing'))).toBe('FORBIDDEN');
    expect(await refusalOf(set(null, 'later.com', 'housing'))).toBe('UNAUTHORIZED');
  });

  it('and each change, but no repeated one, is in the activity log and among their security events [S3] [U6]', async () => {
    const boss = await createBoss();
    for (const provider of ['housing', 'housing', null, null]) {
      await set(boss, 'logged.com', provider);
    }
    const { items } = await kindpal.callerFor(boss).staff.listActivity({ admin_id: boss.id });
    const changes = items.filter(({ target_type }) => target_type === 'sign_in_domain');
    const details = { domain: 'logged.com', provider: 'housing' };
    expect(changes).toEqual([
      expect.objectContaining({ action: 'sign_in_domain_remove', details }),
      expect.objectContaining({ action: 'sign_in_domain_assign', details }),
    ]);
    const events = await kindpal.asOwner<string>(
      `SELECT kind FROM auth.security_event
       WHERE user_id = '${boss.id}' AND detail = 'logged.com' ORDER BY created_at`,
    );
    expect(events).toEqual(['domain_assigned', 'domain_removed']);
  });
});
