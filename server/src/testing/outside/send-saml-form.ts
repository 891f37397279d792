import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';

/** Sends a SAML form like a browser from the provider's site; returns the redirect. */
export async function sendSamlForm(
  server: TestServer,
  form: { SAMLResponse: string; RelayState: string },
): Promise<URL> {
  const answer = await server.fetch('/auth/v1/sso/saml/acs', {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: 'https://idp.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return new URL(answer.headers.get('location') ?? '');
}
