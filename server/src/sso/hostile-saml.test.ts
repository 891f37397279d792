import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encryptAssertion, fetchSamlCertificate } from '../testing/outside/encrypt-assertion.ts';
import {
  fetchSamlForm,
  makeSamlKey,
  type SamlLie,
  type SamlProvider,
  startSamlProvider,
} from '../testing/outside/saml-provider.ts';
import { sendSamlForm } from '../testing/outside/send-saml-form.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let liar: SamlProvider;
let kindpal: TestKindpal;
let server: TestServer;
let other: Awaited<ReturnType<typeof makeSamlKey>>;
/** The product's certificate. */
let ours: string;
let logged = '';
beforeAll(async () => {
  [liar, other] = await Promise.all([startSamlProvider(), makeSamlKey()]);
  kindpal = await startTestKindpal({
    output: {
      write: (line) => {
        logged += line;
      },
    },
    settings: { SAML_PROVIDERS: JSON.stringify([liar.setting]) },
  });
  server = await startTestServer(kindpal);
  ours = await fetchSamlCertificate(server);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await liar.stop();
});
beforeEach(() => {
  liar.beHonest();
  liar.signInAs({ id: 'pat', email: 'pat@eastside.example' });
});

/** Starts a sign-in, and returns with a response forged like this. */
async function attempt(lie: Partial<SamlLie> = {}): Promise<string> {
  const browser = new TestBrowser(kindpal.services);
  const { url } = await browser.send((api) => api.sso.start({ provider_id: 'housing' }));
  Object.assign(liar.lie, lie);
  const { searchParams } = await sendSamlForm(server, await fetchSamlForm(url));
  return searchParams.get('error_code') ?? (searchParams.has('code') ? 'a code' : 'nothing');
}

/** The parts of a response that attacks move around. */
function piecesOf(xml: string) {
  const find = (pattern: RegExp) => pattern.exec(xml)?.[0] ?? '';
  const assertion = find(/<saml:Assertion .*<\/saml:Assertion>/s);
  const signature = /<Signature .*?<\/Signature>/s.exec(assertion)?.[0] ?? '';
  if (!assertion || !signature) throw new Error('the provider signed no assertion');
  const bare = assertion.replace(signature, '');
  const evil = bare.replace(/>pat</g, '>victim<').replace(/ ID="[^"]*"/, ' ID="_evil"');
  if (!evil.includes('victim')) throw new Error('the attack changed nothing');
  return { xml, assertion, signature, bare, evil };
}
type Pieces = ReturnType<typeof piecesOf>;
const wrapping = (attack: (pieces: Pieces) => string) => (xml: string) => {
  const attacked = attack(piecesOf(xml));
  if (attacked === xml) throw new Error('the attack changed nothing');
  return attacked;
};
const inside = (signature: string, content: string) =>
  signature.replace('</Signature>', `<Object>${content}</Object></Signature>`);
const withChild = (element: string, child: string) =>
  element.replace('</saml:Assertion>', `${child}</saml:Assertion>`);

const ATTACKS: [string, (pieces: Pieces) => string][] = [
  ['a changed name', ({ xml }) => xml.replace('>pat<', '>victim<')],
  ['no signature', ({ xml, assertion, bare }) => xml.replace(assertion, bare)],
  ['a second assertion before', (p) => p.xml.replace(p.assertion, p.evil + p.assertion)],
  ['a second assertion after', (p) => p.xml.replace(p.assertion, p.assertion + p.evil)],
  [
    'a second assertion of the same id',
    (p) => {
      const id = / ID="[^"]*"/.exec(p.assertion)?.[0] ?? '';
      return p.xml.replace(p.assertion, p.evil.replace(' ID="_evil"', id) + p.assertion);
    },
  ],
  [
    'the signed one within the changed one',
    (p) => p.xml.replace(p.assertion, withChild(p.evil, p.assertion)),
  ],
  [
    'the signature on the changed one, which holds the bare signed one',
    (p) => p.xml.replace(p.assertion, withChild(withChild(p.evil, p.signature), p.bare)),
  ],
  [
    'the signed one within the signature of the changed one',
    (p) => p.xml.replace(p.assertion, withChild(p.evil, inside(p.signature, p.bare))),
  ],
  [
    'the signed one in an extension of the response',
    (p) =>
      p.xml.replace(p.assertion, `<samlp:Extensions>${p.assertion}</samlp:Extensions>${p.evil}`),
  ],
  [
    'the signed one as another element',
    (p) => p.xml.replace(p.assertion, `<other>${p.assertion}</other>${p.evil}`),
  ],
  [
    'the changed one in another namespace',
    (p) =>
      p.xml.replace(
        p.assertion,
        p.evil.replaceAll('saml:', 'x:').replace('xmlns:saml', 'xmlns:x') + p.assertion,
      ),
  ],
  ['a processing instruction in the name', ({ xml }) => xml.replace('>pat<', '>pat<?x y?>rick<')],
  [
    'a second list of references in the signature',
    (p) => {
      const list = /<SignedInfo>.*<\/SignedInfo>/s.exec(p.signature)?.[0] ?? '';
      const own = list.replace(/URI="[^"]*"/, 'URI="#_evil"');
      const signature = p.signature.replace(list, own + list);
      return p.xml.replace(p.assertion, withChild(p.evil, signature));
    },
  ],
  [
    'a second reference, to the changed one',
    (p) => {
      const reference = /<Reference .*<\/Reference>/s.exec(p.signature)?.[0] ?? '';
      const second = reference.replace(/URI="[^"]*"/, 'URI="#_evil"');
      return p.xml.replace(p.assertion, p.assertion.replace(reference, reference + second));
    },
  ],
  [
    'a digest with an instruction in it',
    (p) => p.xml.replace('<DigestValue>', '<DigestValue><?x y?>').replace('>pat<', '>victim<'),
  ],
  [
    'a reference to the whole document',
    (p) =>
      p.xml.replace(/<Reference URI="[^"]*"/, '<Reference URI=""').replace('>pat<', '>victim<'),
  ],
  [
    'a transform that leaves the name out',
    (p) =>
      p.xml
        .replace(
          '<Transforms>',
          '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><XPath>false()</XPath></Transform>',
        )
        .replace('>pat<', '>victim<'),
  ],
  [
    'two names',
    (p) => p.xml.replace('<saml:NameID', '<saml:NameID>victim</saml:NameID><saml:NameID'),
  ],
  [
    'a second subject',
    (p) =>
      p.xml.replace(
        '<saml:Subject>',
        '<saml:Subject><saml:NameID>victim</saml:NameID></saml:Subject><saml:Subject>',
      ),
  ],
  [
    'the public certificate as the secret of its signature',
    (p) => {
      const hmac = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
      const list = (/<SignedInfo.*<\/SignedInfo>/s.exec(p.signature)?.[0] ?? '').replace(
        /(<SignatureMethod Algorithm=")[^"]*/,
        `$1${hmac}`,
      );
      const value = createHmac('sha256', liar.setting.certificates[0] ?? '')
        .update(list)
        .digest('base64');
      const signature = p.signature
        .replace(/<SignedInfo.*<\/SignedInfo>/s, list)
        .replace(/(<SignatureValue>)[^<]*/, `$1${value}`);
      return p.xml.replace(p.signature, signature);
    },
  ],
  ['a comment in the name', ({ xml }) => xml.replace('>pat<', '>pat<!-- -->rick<')],
  [
    'a document type whose entities grow',
    ({ xml }) =>
      `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(100)}">${Array.from(
        { length: 8 },
        (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ''};`.repeat(10)}">`,
      ).join('')}]>${xml.replace(/<\?xml[^>]*>/, '').replace('>pat<', '>&a7;<')}`,
  ],
  [
    'a document type that reads a file',
    ({ xml }) =>
      `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xml.replace('>pat<', '>&f;<')}`,
  ],
];

describe('a SAML provider’s claims are not trusted [U11]', () => {
  it('accepts honest responses, signed once or twice, so that the refusals below mean something', async () => {
    expect(await attempt()).toBe('a code');
    expect(await attempt({ options: { signResponse: true } })).toBe('a code');
  });

  it.each<[string, Partial<SamlLie['options']>]>([
    ['unsigned', { signAssertion: false }],
    ['unsigned inside a signed response', { signAssertion: false, signResponse: true }],
    ['for another audience', { audience: 'https://other.example' }],
    ['for another recipient', { recipient: 'https://other.example/acs' }],
    ['sent to another address', { destination: 'https://other.example/acs' }],
    ['of another request', { inResponseTo: '_another' }],
    ['of another issuer', { issuer: 'https://idp.other.example' }],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1' }],
    ['digested with SHA-1', { digestAlgorithm: 'sha1' }],
    [
      'about a name that is new each time',
      { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
  ])('%s', async (_, options) => {
    expect(await attempt({ options })).toBe('provider_refused');
  });

  it('with the signature of another key, including its own certificate', async () => {
    expect(await attempt({ options: other })).toBe('provider_refused');
    expect(await attempt({ options: { ...other, signResponse: true } })).toBe('provider_refused');
  });

  it('more than two minutes after expiry or before validity; clocks may differ by less', async () => {
    const lifetime = { options: { lifetimeInSeconds: 60 } };
    expect(await attempt({ ...lifetime, aheadMs: -150_000 })).toBe('a code');
    expect(await attempt({ ...lifetime, aheadMs: -190_000 })).toBe('provider_refused');
    expect(await attempt({ aheadMs: 90_000 })).toBe('a code');
    expect(await attempt({ aheadMs: 150_000 })).toBe('provider_refused');
  });

  it.each(ATTACKS)('wrapped: %s', async (_, attack) => {
    expect(await attempt({ rewrite: wrapping(attack) })).toBe('provider_refused');
  });

  it.each(ATTACKS)('wrapped and encrypted: %s', async (_, attack) => {
    const rewrite = async (xml: string) => {
      const pieces = piecesOf(xml);
      const { assertion } = pieces;
      const attacked = attack({ ...pieces, xml: assertion });
      if (attacked === assertion) throw new Error('the attack changed nothing');
      return xml.replace(assertion, await encryptAssertion(attacked, ours));
    };
    expect(await attempt({ rewrite })).toBe('provider_refused');
  });

  it.each<[string, (encrypted: string, pieces: Pieces) => string]>([
    ['a plain one before', (encrypted, { evil }) => evil + encrypted],
    ['a plain one after', (encrypted, { evil }) => encrypted + evil],
    ['a second one', (encrypted) => encrypted + encrypted],
    ['one within another element', (encrypted, { evil }) => `<other>${encrypted}</other>${evil}`],
    ['one within the changed one', (encrypted, { evil }) => withChild(evil, encrypted)],
  ])('encrypted, with %s', async (_, attack) => {
    const rewrite = async (xml: string) => {
      const pieces = piecesOf(xml);
      const encrypted = await encryptAssertion(pieces.assertion, ours);
      return xml.replace(pieces.assertion, attack(encrypted, pieces));
    };
    expect(await attempt({ rewrite })).toBe('provider_refused');
  });

  it('encrypted for another key, weakly, or around a signature with SHA-1', async () => {
    const encrypted =
      (cert: string, options?: Parameters<typeof encryptAssertion>[2]) => async (xml: string) => {
        const { assertion } = piecesOf(xml);
        return xml.replace(assertion, await encryptAssertion(assertion, cert, options));
      };
    expect(await attempt({ rewrite: encrypted(ours) })).toBe('a code');
    expect(await attempt({ rewrite: encrypted(other.cert) })).toBe('provider_refused');
    const xmlenc = 'http://www.w3.org/2001/04/xmlenc#' as const;
    for (const weak of [
      { keyEncryptionAlgorithm: `${xmlenc}rsa-1_5` as const },
      { encryptionAlgorithm: `${xmlenc}tripledes-cbc` as const },
    ]) {
      expect(await attempt({ rewrite: encrypted(ours, weak) })).toBe('provider_refused');
    }
    const options = { signatureAlgorithm: 'rsa-sha1' } as const;
    expect(await attempt({ options, rewrite: encrypted(ours) })).toBe('provider_refused');
  });

  it('signed with SHA-1, with the algorithm’s name hidden by a character reference', async () => {
    const options = { signatureAlgorithm: 'rsa-sha1' } as const;
    const rewrite = (xml: string) => xml.replaceAll('#rsa-sha1"', '#rsa-sha&#49;"');
    expect(await attempt({ options, rewrite })).toBe('provider_refused');
  });

  it('wrapped around the signature of the whole response', async () => {
    const rewrite = (xml: string) => {
      const signature = /<Signature .*?<\/Signature>/s.exec(xml)?.[0] ?? '';
      const { evil, assertion } = piecesOf(xml.replace(signature, ''));
      const whole = xml.replace(signature, '').replace(/<\?xml[^>]*>/, '');
      const changed = whole.replace(assertion, evil).replace(/ ID="[^"]*"/, ' ID="_evil"');
      return changed.replace('<samlp:Status>', `${inside(signature, whole)}<samlp:Status>`);
    };
    expect(await attempt({ options: { signResponse: true }, rewrite })).toBe('provider_refused');
  });

  it('that is malformed is not repeated in the log', async () => {
    const rewrite = (xml: string) => xml.replace('>pat<', '><pat <elm-street<');
    const encrypt = async (xml: string) => {
      const { assertion } = piecesOf(xml);
      return xml.replace(assertion, await encryptAssertion(rewrite(assertion), ours));
    };
    for (const attack of [rewrite, encrypt]) {
      logged = '';
      expect(await attempt({ rewrite: attack })).toBe('provider_refused');
      expect(logged).toContain('a sign-in provider failed');
      expect(logged).not.toContain('elm');
    }
  });

  it('that is invalid XML, deep, large, or of many elements, refused quickly', async () => {
    const before = performance.now();
    expect(await attempt({ rewrite: () => 'no xml' })).toBe('provider_refused');
    expect(await attempt({ rewrite: () => '' })).toBe('provider_refused');
    const deep = `${'<a>'.repeat(8_000)}${'</a>'.repeat(8_000)}`;
    expect(await attempt({ rewrite: () => deep })).toBe('provider_refused');
    const wide = `<a ${Array.from({ length: 4_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`;
    expect(await attempt({ rewrite: () => wide })).toBe('provider_refused');
    const many = (xml: string) => withChild(xml, '<b/>'.repeat(10_000));
    expect(await attempt({ rewrite: many })).toBe('provider_refused');
    const hidden = async (xml: string) => {
      const { assertion } = piecesOf(xml);
      return xml.replace(assertion, await encryptAssertion(many(assertion), ours));
    };
    expect(await attempt({ rewrite: hidden })).toBe('provider_refused');
    expect(performance.now() - before).toBeLessThan(4_000);
    const answer = await server.fetch('/auth/v1/sso/saml/acs', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `RelayState=x&SAMLResponse=${'a'.repeat(200_000)}`,
    });
    expect(answer.status).toBe(413);
  });
});

it('a refused response, and one that nobody asked for, are failed sign-ins in the security log', async () => {
  logged = '';
  expect(await attempt({ rewrite: (xml) => xml.replace('>pat<', '>victim<') })).toBe(
    'provider_refused',
  );
  await sendSamlForm(server, { RelayState: 'guessed', SAMLResponse: 'PHg+' });
  liar.beHonest();
  expect(await attempt()).toBe('a code');
  const events = logged
    .split('\n')
    .filter((line) => line.includes('"log":"security"'))
    .map((line) => JSON.parse(line));
  const failed = {
    event: 'sign_in_failed',
    call: 'POST /auth/v1/sso/saml/acs',
    member_id: null,
    ip: expect.stringContaining('127.0.0.1'),
    request_id: expect.stringMatching(/^[\w-]{36}$/),
  };
  expect(events).toEqual([
    expect.objectContaining({ ...failed, code: 'provider_refused' }),
    expect.objectContaining({ ...failed, code: 'flow_state_not_found' }),
  ]);
  expect(
    logged
      .split('\n')
      .filter((line) => line.includes('"security"'))
      .join(),
  ).not.toMatch(/victim|guessed/);
});
