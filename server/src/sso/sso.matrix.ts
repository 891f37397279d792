import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './sso.samples.ts';

const calls: FeatureRows<'sso', Own> = {
  'sso.start': [
    { about: 'a provider that is not there', input: () => ({ provider_id: 'work' }) },
    { about: 'a domain that nobody has', input: () => ({ domain: 'nowhere.example' }) },
    { harmless: true, about: 'a provider', input: () => ({ provider_id: 'housing' }) },
    {
      harmless: true,
      about: 'the domain of a provider',
      input: () => ({ domain: 'eastside.example' }),
    },
  ],
  'sso.link': [
    { about: 'a provider that is not there', input: () => ({ provider: 'work' }) },
    { about: 'a provider', input: () => ({ provider: 'housing' }) },
    { about: 'a name that no provider can have', input: () => ({ provider: '../work' }) },
    {
      about: 'by an API client that returns to another site',
      input: () => ({
        provider: 'work',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 's256',
        redirect_to: 'https://evil.example/',
        scopes: 'openid',
        skip_http_redirect: 'true',
      }),
    },
  ],
  'sso.unlink': [
    { about: "the owner's", input: ({ identity_id }) => ({ identity_id }) },
    { about: "the past sitter's", input: ({ pastIdentity }) => ({ identity_id: pastIdentity }) },
    { about: 'an unknown id', input: () => ({ identity_id: UNKNOWN_ID }) },
  ],
  'sso.listProviders': [{ about: 'all' }],
  'sso.setDomain': [
    {
      about: 'for a provider that is not there',
      input: () => ({ domain: 'acme.com', provider_id: 'work' }),
    },
    { about: 'of a public mailbox', input: () => ({ domain: 'gmail.com', provider_id: null }) },
    { about: 'that nobody has', input: () => ({ domain: 'acme.com', provider_id: null }) },
  ],
};

const PKCE = `code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
const path = (address: string) => ({ request: () => ({ path: address }) });

export const rows = {
  ...calls,
  'GET /auth/v1/authorize': [
    { about: 'a provider that is not there', ...path('/auth/v1/authorize?provider=work') },
    { about: 'a provider', ...path(`/auth/v1/authorize?provider=housing&${PKCE}`) },
  ],
  'GET /auth/v1/callback/:provider?': [
    { about: 'a state that is none', ...path('/auth/v1/callback?code=guess&state=guess') },
    { about: 'without a state', ...path('/auth/v1/callback') },
  ],
  'POST /auth/v1/callback/:provider?': [
    {
      about: 'a form that nobody asked for',
      request: () => ({
        path: '/auth/v1/callback',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'state=guess&code=guess&user=guess',
      }),
    },
    {
      about: 'an empty form',
      request: () => ({
        path: '/auth/v1/callback',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      }),
    },
  ],
  'POST /auth/v1/sso/saml/acs': [
    {
      about: 'an answer that nobody asked for',
      request: () => ({
        path: '/auth/v1/sso/saml/acs',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'RelayState=guess&SAMLResponse=guess',
      }),
    },
  ],
  'GET /auth/v1/sso/saml/metadata': [{ about: 'as it is', ...path('/auth/v1/sso/saml/metadata') }],
};
