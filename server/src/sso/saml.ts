import { randomBytes } from 'node:crypto';
import type { Profile, SAML } from '@node-saml/node-saml';
import { makeToken } from '../account/tokens.ts';
import { providedEmailSchema } from '../mail/unreadable-domain.ts';
import type { KeyAndCertificate } from '../self-signed.ts';
import type { Services } from '../services.ts';
import type { OutsideIdentity, Secrets } from './oidc.ts';
import { SKEW_SECONDS } from './policy.ts';
import type { SamlProvider } from './provider-settings.ts';
import { loadSamlKey } from './saml-key.ts';

/** Where browsers bring a SAML provider's response, as a form. [U11] */
export const ACS_PATH = '/auth/v1/sso/saml/acs';
/** The product's SAML metadata; its address is the entity id. [U11] */
export const METADATA_PATH = '/auth/v1/sso/saml/metadata';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Status of a provider when somebody cancels. */
const CANCELED = /:status:(AuthnFailed|RequestDenied)/;

/** Lazy-loaded, because most instances have no provider. */
const loadSaml = () => import('@node-saml/node-saml');

type Needs = Pick<Services, 'env' | 'clock'>;

/** The provider's page to start a sign-in, with a signed request. [U11] */
export async function makeSamlUrl(
  needs: Needs,
  provider: SamlProvider,
): Promise<{ url: string; secrets: Secrets }> {
  // An XML id must start with a letter or an underscore.
  const secrets = {
    state: makeToken(),
    nonce: `_${randomBytes(20).toString('hex')}`,
    verifier: '',
  };
  const own = await loadSamlKey(needs);
  const saml = await configure(needs, provider, { requestId: secrets.nonce, own });
  return { url: await saml.getAuthorizeUrlAsync(secrets.state, undefined, {}), secrets };
}

/**
 * The identity returned by a SAML provider. The library decrypts the assertion if it is encrypted,
 * checks its signature, reads only signed data, and checks audience and times; everything else is
 * checked here. [U11] Throws what the library throws, and an Error for the rest.
 */
export async function readSamlIdentity(
  needs: Needs,
  provider: SamlProvider,
  { answer, secrets }: { answer: string; secrets: Secrets },
): Promise<OutsideIdentity> {
  const xml = Buffer.from(answer, 'base64').toString('utf8');
  const own = await loadSamlKey(needs);
  await requireHarmlessXml(xml, own);
  const saml = await configure(needs, provider, { requestId: secrets.nonce, own });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
  if (!profile) throw new Error('the provider sent no identity');
  const { Assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Assertion };
  if (Assertion?.Issuer?.[0]?._ !== provider.issuer)
    throw new Error('it was signed by another issuer');
  requireMeantForUs(needs, Assertion, secrets.nonce);
  await requireDestination(needs, profile);
  // Prefixed, because some use the same issuer for OpenID Connect, with different subjects.
  return {
    issuer: `saml:${provider.issuer}`,
    sub: subjectOf(Assertion),
    email: emailOf(profile, provider),
  };
}

/** The product's metadata, for the provider's administrator. [U11] */
export async function makeSamlMetadata(needs: Needs): Promise<string> {
  const { generateServiceProviderMetadata } = await loadSaml();
  const own = await loadSamlKey(needs);
  return generateServiceProviderMetadata({
    ...ownNames(needs),
    ...keysOf(own),
    decryptionCert: own.cert,
    publicCerts: own.cert,
    wantAssertionsSigned: true,
  });
}

/** Whether somebody canceled at the provider; everything else is an untrusted response. */
export async function samlFailureOf(error: unknown) {
  const { SamlStatusError } = await loadSaml();
  const isCanceled = error instanceof SamlStatusError && CANCELED.test(error.xmlStatus);
  return isCanceled ? 'provider_canceled' : 'provider_refused';
}

/** One key for both: it signs requests, and decrypts what was encrypted for it. */
const keysOf = ({ key }: KeyAndCertificate) => ({
  privateKey: key,
  decryptionPvk: key,
  signatureAlgorithm: 'sha256' as const,
  digestAlgorithm: 'sha256' as const,
});

type Request = { requestId: string; own: KeyAndCertificate };

async function configure(
  needs: Needs,
  provider: SamlProvider,
  { requestId, own }: Request,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await loadSaml();
  return new SAML({
    ...ownNames(needs),
    ...keysOf(own),
    audience: entityIdOf(needs),
    entryPoint: provider.entryPoint,
    idpCert: provider.certificates,
    wantAssertionsSigned: true,
    // Many sign only the assertion, and only the assertion is read.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_SECONDS * 1000,
    generateUniqueId: () => requestId,
    // Compared below with the request of this sign-in, inside the signed part.
    validateInResponseTo: ValidateInResponseTo.never,
    // How people authenticate is up to the provider.
    disableRequestedAuthnContext: true,
  });
}

const ownNames = (needs: Needs) => ({
  issuer: entityIdOf(needs),
  callbackUrl: acsOf(needs),
  identifierFormat: null,
});

const ENCRYPTED = "/*[local-name()='Response']/*[local-name()='EncryptedAssertion']";

/**
 * Refuses dangerous XML before the library reads it. An encrypted assertion is decrypted here for
 * these checks; the library decrypts the same element again.
 */
async function requireHarmlessXml(xml: string, { key }: KeyAndCertificate): Promise<void> {
  const { decryptXml, xpath } = await import('@node-saml/node-saml/lib/xml.js');
  // Parsed, because a parser also reads names that are written with character references.
  const requireNone = (weak: RegExp, parsed: Parameters<typeof xpath.selectAttributes>[0]) => {
    const named = xpath.selectAttributes(parsed, './/@Algorithm').map(({ value }) => value);
    if (named.some((one) => weak.test(one))) throw new Error('it uses a weak algorithm');
  };
  requirePlainXml(xml);
  const response = await parseXml(xml);
  const [encrypted, another] = xpath.selectElements(response, ENCRYPTED);
  if (another) throw new Error('it has several encrypted assertions');
  if (encrypted) {
    requireNone(WEAK_ENCRYPTION, encrypted);
    const assertion = await decryptXml(encrypted.toString(), key);
    requirePlainXml(assertion);
    requireNone(SHA_1, await parseXml(assertion));
    // Not checked below: its encryption may name SHA-1, which is secure within OAEP.
    encrypted.parentNode?.removeChild(encrypted);
  }
  requireNone(SHA_1, response);
}

/** The parser's message repeats what it read, which must not be logged. */
async function parseXml(xml: string) {
  const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js');
  return parseDomFromString(xml).catch(() => {
    throw new Error('it is not valid XML');
  });
}

/** The library would accept SHA-1 in signatures and digests. */
const SHA_1 = /#(rsa-|dsa-|hmac-)?sha1$/;
/** Padding oracle attacks can decrypt data that was encrypted with these. */
const WEAK_ENCRYPTION = /#(rsa-1_5|tripledes-cbc)$/;

/**
 * The library looks for what was signed in a time that grows with the square of this number. People
 * in hundreds of groups have a few hundred.
 */
const ELEMENTS_MAX = 1_000;

/**
 * Refuses document types, which define entities, comments, which some parsers have skipped in the
 * middle of a name, and more elements than any honest response has.
 */
function requirePlainXml(xml: string): void {
  if (xml.includes('<!')) throw new Error('the answer has a document type, a comment or raw text');
  const elements = xml.match(/<[^/]/g) ?? [];
  if (elements.length > ELEMENTS_MAX) throw new Error('the answer has too many elements');
}

type Node = { _?: string; $?: Record<string, string> };
type Confirmation = Node & { SubjectConfirmationData?: Node[] };
/** The signed part, as the library parses it. */
type Assertion = {
  Issuer?: Node[];
  Subject?: { SubjectConfirmation?: Confirmation[]; NameID?: Node[] }[];
  AuthnStatement?: unknown[];
};

/** Not from the library's profile, which may have an attribute with the same name. */
function subjectOf({ Subject }: Assertion): string {
  const [name, second] = Subject?.[0]?.NameID ?? [];
  if (Subject?.length !== 1 || !name?._ || second)
    throw new Error('it does not name exactly one subject');
  if (name.$?.Format === TRANSIENT) throw new Error('its subject is new at each sign-in');
  return name._;
}

/** The signed part must answer this request, at this address, with an expiry. */
function requireMeantForUs(needs: Needs, assertion: Assertion, requestId: string): void {
  const [confirmation, another] = assertion.Subject?.[0]?.SubjectConfirmation ?? [];
  const data = confirmation?.SubjectConfirmationData?.[0]?.$ ?? {};
  if (another || confirmation?.$?.Method !== BEARER)
    throw new Error('it does not have exactly one bearer confirmation');
  if (data.InResponseTo !== requestId) throw new Error('it answers another request');
  if (data.Recipient !== acsOf(needs)) throw new Error('it is meant for another recipient');
  if (!data.NotOnOrAfter || data.NotBefore)
    throw new Error('its bearer confirmation has no plain expiry');
  if (!assertion.AuthnStatement) throw new Error('it has no authentication statement');
}

/**
 * The response around the assertion may be unsigned, but an honest one names its destination.
 */
async function requireDestination(needs: Needs, profile: Profile): Promise<void> {
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js');
  const { Response } = await parseXml2JsFromString(profile.getSamlResponseXml?.() ?? '');
  const { Destination } = (Response as Node | undefined)?.$ ?? {};
  if (Destination !== undefined && Destination !== acsOf(needs)) {
    throw new Error('it was sent to another address');
  }
}

function emailOf(profile: Profile, { emailAttribute }: SamlProvider): string | null {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  const value = Object.hasOwn(attributes, emailAttribute) ? attributes[emailAttribute] : null;
  const read = providedEmailSchema.safeParse(value);
  return read.success ? read.data : null;
}

const acsOf = ({ env }: Needs) => env.appUrl + ACS_PATH;
const entityIdOf = ({ env }: Needs) => env.appUrl + METADATA_PATH;
