import { createPrivateKey, X509Certificate } from 'node:crypto';
import { providerIdSchema } from '@kindpal/contract/sso/schema';
import { z } from 'zod';

/** Names reserved for other sign-in methods. */
const TAKEN = new Set(['email', 'phone', 'credential', 'password']);
/** The default name of the address attribute in organizations' directories. */
const EMAIL_ATTRIBUTE = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

const domain = z.string().regex(/^[a-z0-9.-]+\.[a-z]+$/);
const given = {
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  /** Only addresses of these domains are trusted; API clients find the provider by them. */
  domains: z.array(domain).optional(),
};
const isSecure = (address: string) =>
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' ||
    /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(address));
const named = {
  id: providerIdSchema.refine((id) => !TAKEN.has(id)),
  name: z.string().trim().min(1).max(40),
};

const oidcSchema = z
  .discriminatedUnion('preset', [
    z.strictObject({ preset: z.literal('google'), ...given }),
    z.strictObject({
      preset: z.literal('microsoft'),
      /** The organization's id; each has its own issuer. */
      tenant: z.uuid(),
      ...given,
    }),
    z.strictObject({
      preset: z.literal('apple'),
      client_id: given.client_id,
      /** The developer team's id, and that of its key for signing in. */
      team_id: z.string().min(1).max(100),
      key_id: z.string().min(1).max(100),
      private_key: z.string().refine(isEs256Key),
      /** An issuer other than Apple's own, such as a test's. */
      issuer: z.string().refine(isSecure).optional(),
    }),
    z.strictObject({
      preset: z.undefined().optional(),
      ...named,
      issuer: z.string().refine(isSecure),
      ...given,
    }),
  ])
  .transform((one) => ({ kind: 'oidc' as const, ...describe(one), ...clientOf(one) }));

const samlSchema = z
  .strictObject({
    ...named,
    /** The entity id of the identity provider. */
    issuer: z.string().min(1).max(1024),
    /** Its page to start a sign-in (HTTP-Redirect). */
    entry_point: z.string().refine(isSecure),
    /** Its signing certificates, as PEM; two during a change. */
    certificates: z.array(z.string().refine(isCertificate)).min(1).max(5),
    email_attribute: z.string().min(1).max(500).default(EMAIL_ATTRIBUTE),
    /** Nothing in SAML says that an address is verified: the provider is trusted for these. */
    domains: z.array(domain).min(1),
  })
  .transform(({ entry_point, certificates, email_attribute, ...one }) => ({
    kind: 'saml' as const,
    ...one,
    entryPoint: entry_point,
    certificates,
    emailAttribute: email_attribute,
  }));

/** A configured OpenID Connect provider. [U11] */
export type OidcProvider = z.output<typeof oidcSchema>;
/** A configured SAML 2.0 identity provider. [U11] */
export type SamlProvider = z.output<typeof samlSchema>;
export type Provider = OidcProvider | SamlProvider;

type Named = { preset?: undefined; id: string; name: string; issuer: string };
type Preset =
  | { preset: 'google' }
  | { preset: 'microsoft'; tenant: string }
  | { preset: 'apple'; issuer?: string | undefined };

function describe(one: Named | Preset) {
  if (one.preset === 'google') {
    return { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' };
  }
  if (one.preset === 'microsoft') {
    const issuer = `https://login.microsoftonline.com/${one.tenant}/v2.0`;
    return { id: 'microsoft', name: 'Microsoft', issuer };
  }
  if (one.preset === 'apple') {
    return { id: 'apple', name: 'Apple', issuer: one.issuer ?? 'https://appleid.apple.com' };
  }
  return { id: one.id, name: one.name, issuer: one.issuer };
}

type Client = {
  client_id: string;
  client_secret?: string | undefined;
  domains?: string[] | undefined;
  preset?: unknown;
};
type AppleKey = { team_id: string; key_id: string; private_key: string };

function clientOf(one: Client | (Client & AppleKey)) {
  const { client_id, client_secret, domains = [] } = one;
  const key =
    'team_id' in one
      ? { teamId: one.team_id, keyId: one.key_id, privateKey: one.private_key }
      : null;
  return { clientId: client_id, clientSecret: client_secret, domains, key };
}

function isEs256Key(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).publicKey.type === 'public';
  } catch {
    return false;
  }
}

/** Parses the JSON list of OpenID Connect providers in a setting, or returns null. */
export const readOidcProviders = (text: string) => readList(text, z.array(oidcSchema).max(20));

/** The same for SAML identity providers. */
export const readSamlProviders = (text: string) => readList(text, z.array(samlSchema).max(20));

function readList<T extends { id: string }>(text: string, schema: z.ZodType<T[]>): T[] | null {
  try {
    const all = schema.parse(JSON.parse(text));
    return isOneOfEach(all) ? all : null;
  } catch {
    return null;
  }
}

/** Whether all providers have different ids. */
export function isOneOfEach(all: { id: string }[]): boolean {
  return new Set(all.map(({ id }) => id)).size === all.length;
}
