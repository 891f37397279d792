import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const calls: FeatureRows<'sso'> = {
  // The scene has no provider: `sso.test.ts` has a real one.
  'sso.start': [
    { about: 'a provider that is not there', input: () => ({ provider_id: 'work' }) },
    { about: 'a domain that nobody has', input: () => ({ domain: 'nowhere.example' }) },
  ],
  'sso.link': [
    { about: 'a provider that is not there', input: () => ({ provider: 'work' }) },
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
    { about: 'an unknown id', input: () => ({ identity_id: UNKNOWN_ID }) },
  ],
  'sso.listProviders': [{ about: 'where there are none' }],
  'sso.setDomain': [
    {
      about: 'for a provider that is not there',
      input: () => ({ domain: 'acme.com', provider_id: 'work' }),
    },
    { about: 'of a public mailbox', input: () => ({ domain: 'gmail.com', provider_id: null }) },
    { about: 'that nobody has', input: () => ({ domain: 'acme.com', provider_id: null }) },
  ],
};

const path = (address: string) => ({ request: () => ({ path: address }) });

export const rows = {
  ...calls,
  'GET /auth/v1/authorize': [
    { about: 'a provider that is not there', ...path('/auth/v1/authorize?provider=work') },
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
  'GET /auth/v1/sso/saml/metadata': [
    // The scene has no provider: `saml.test.ts` has a real one.
    { about: 'where no provider asks for it', ...path('/auth/v1/sso/saml/metadata') },
  ],
};
