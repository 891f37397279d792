import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidEnv, parseEnv } from '../env.ts';
import { makeSamlKey } from '../testing/outside/saml-provider.ts';

const client = { client_id: 'kindpal', client_secret: 'Words-of-the-secret' };
const own = { id: 'work', name: 'Work', issuer: 'https://id.example', ...client };
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const apple = {
  preset: 'apple',
  client_id: 'org.kindpal.web',
  team_id: 'TEAM',
  key_id: 'KEY',
  private_key: pemOf('P-256'),
};
const read = (providers: unknown) => parseEnv({ OIDC_PROVIDERS: JSON.stringify(providers) });

describe('an operator who lists sign-in providers [U11]', () => {
  it('gives a preset or an issuer', () => {
    const tenant = '6f2d9f0e-0f5b-4d0c-9a3b-1f7a1c0c2b11';
    const presets = [
      { preset: 'google', ...client },
      { preset: 'microsoft', tenant, ...client },
    ];
    expect(read([...presets, own]).signInProviders).toMatchObject([
      { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
      { id: 'microsoft', issuer: `https://login.microsoftonline.com/${tenant}/v2.0` },
      { id: 'work', name: 'Work', issuer: 'https://id.example', domains: [] },
    ]);
    expect(parseEnv({}).signInProviders).toEqual([]);
    expect(read([apple]).signInProviders).toMatchObject([
      { id: 'apple', name: 'Apple', issuer: 'https://appleid.apple.com', domains: [] },
    ]);
  });

  it.each<[string, unknown]>([
    ['an issuer without encryption', [{ ...own, issuer: 'http://id.example' }]],
    ['an issuer that only looks local', [{ ...own, issuer: 'http://127.0.0.1.evil.example' }]],
    ['two of one name', [own, own]],
    ['a key of Apple that is none', [{ ...apple, private_key: 'Words-of-the-secret' }]],
    ['a key of another curve', [{ ...apple, private_key: pemOf('P-384') }]],
    ['a secret where a key belongs', [{ ...apple, client_secret: 'x' }]],
    ['the name of another way to sign in', [{ ...own, id: 'email' }]],
    ['a setting that does not exist', [{ ...own, clientid: 'x' }]],
    ['no list', own],
  ])('is told at the start of %s, without the secret', (_, providers) => {
    const start = () => read(providers);
    expect(start).toThrow(InvalidEnv);
    expect(start).toThrow('OIDC_PROVIDERS must be a JSON list of sign-in providers');
    expect(start).not.toThrow('Words-of-the-secret');
  });
});

describe('an operator who lists SAML identity providers [U11]', () => {
  const readSaml = (one: object, oidc: unknown[] = []) =>
    parseEnv({ SAML_PROVIDERS: JSON.stringify([one]), OIDC_PROVIDERS: JSON.stringify(oidc) });
  let saml: Record<string, unknown>;
  beforeAll(async () => {
    const { cert } = await makeSamlKey();
    saml = {
      id: 'housing',
      name: 'Housing',
      issuer: 'urn:housing',
      entry_point: 'https://idp.example/sso',
      certificates: [cert],
      domains: ['housing.example'],
    };
  });

  it('gives its page, its certificates and the domains that it vouches for', () => {
    expect(readSaml(saml, [own]).signInProviders).toMatchObject([
      { kind: 'oidc', id: 'work' },
      { kind: 'saml', id: 'housing', issuer: 'urn:housing', domains: ['housing.example'] },
    ]);
  });

  it.each<[string, () => object]>([
    ['a page without encryption', () => ({ ...saml, entry_point: 'http://idp.example/sso' })],
    ['no certificate', () => ({ ...saml, certificates: [] })],
    ['a certificate that is none', () => ({ ...saml, certificates: ['MIIB'] })],
    ['no domains', () => ({ ...saml, domains: [] })],
    ['a setting of the other kind', () => ({ ...saml, client_id: 'x' })],
  ])('is told at the start of %s', (_, one) => {
    expect(() => readSaml(one())).toThrow('SAML_PROVIDERS must be a JSON list');
  });

  it('gets an error for a name that is in both lists', () => {
    expect(() => readSaml({ ...saml, id: 'work' }, [own])).toThrow(
      'SAML_PROVIDERS must not name one of OIDC_PROVIDERS again',
    );
  });
});
