import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { auth, type Options, sendError, type User } from 'samlp';

/** Somebody with an account at the identity provider. */
export type SamlAccount = { id: string; email: string };

/** What a provider can forge; nothing by default. */
export type SamlLie = {
  options: Partial<Options>;
  /** Rewrites the response before it is sent. */
  rewrite: (xml: string) => string | Promise<string>;
  /** How far its clock is ahead, in ms. */
  aheadMs: number;
};
const HONEST: SamlLie = { options: {}, rewrite: (xml) => xml, aheadMs: 0 };
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };

/** A key and a self-signed certificate. */
export async function makeSamlKey() {
  const algorithm = { ...RSA, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const cert = await X509CertificateGenerator.createSelfSigned({ name: 'CN=idp', keys }, webcrypto);
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: cert.toString('pem'), key: PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}

/** A SAML 2.0 identity provider on its own port, for a product at this address. */
export async function startSamlProvider(appUrl = 'http://localhost:3000') {
  const own = await makeSamlKey();
  const acs = `${appUrl}/auth/v1/sso/saml/acs`;
  const state = { somebody: null as SamlAccount | null };
  const lie = { ...HONEST };
  const { now } = Date;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const asked = Object.assign(request, { query: Object.fromEntries(url.searchParams) });
    const answered = {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (body: unknown) => response.end(String(body)),
    };
    const options = { issuer, ...own, recipient: acs, destination: acs, ...lie.options };
    const fail = (error: Error) => response.writeHead(500).end(error.message);
    const { RelayState = '' } = asked.query;
    if (!state.somebody) {
      const error = { code: 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied', description: 'No' };
      const getPostURL = (_: unknown, done: (error: null, url: string) => void) => done(null, acs);
      sendError({ ...options, RelayState, error, getPostURL })(asked, answered, fail);
      return;
    }
    const user = userOf(state.somebody);
    const provider = auth({
      ...options,
      // Its library reads the time between these two, before anything else runs.
      getUserFromRequest: () => {
        Date.now = () => now() + lie.aheadMs;
        return user;
      },
      getPostURL: (_audience, _dom, _request, done) => done(null, acs),
      responseHandler: async (xml) => {
        Date.now = now;
        const rewritten = await lie.rewrite(xml.toString());
        const SAMLResponse = Buffer.from(rewritten).toString('base64');
        answered.set('content-type', 'text/html');
        answered.send(formOf(acs, { SAMLResponse, RelayState }));
      },
    });
    provider(asked, answered, fail);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** The setting that configures it in the product. */
    setting: {
      id: 'housing',
      name: 'Eastside Housing',
      issuer,
      entry_point: `${issuer}/sso`,
      certificates: [own.cert],
      domains: ['eastside.example'],
    },
    lie,
    /** Ends all forgeries. */
    beHonest: () => Object.assign(lie, HONEST),
    /** Who signs in next; null cancels. */
    signInAs(somebody: SamlAccount | null) {
      state.somebody = somebody;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type SamlProvider = Awaited<ReturnType<typeof startSamlProvider>>;

function userOf({ id, email }: SamlAccount): User {
  const name = { givenName: 'Robin', familyName: 'Vale' };
  return { id, displayName: 'Robin Vale', name, emails: [{ value: email }] };
}

type Form = { SAMLResponse: string; RelayState: string };

const formOf = (action: string, fields: Form) => `<!doctype html><title>Signing in</title>
<form method="post" action="${action}">${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  .join('')}</form><script>document.forms[0].submit()</script>`;

/** Opens the provider's page, and returns the form that it makes the browser send. */
export async function fetchSamlForm(url: string): Promise<Form> {
  const page = await (await fetch(url)).text();
  const field = (name: string) =>
    new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? '';
  return { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
}
