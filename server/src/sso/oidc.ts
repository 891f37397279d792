import type { Configuration, CustomFetchOptions, ServerMetadata } from 'openid-client';
import { providedEmailSchema } from '../mail/unreadable-domain.ts';
import type { Services } from '../services.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { SKEW_SECONDS } from './policy.ts';
import type { OidcProvider as Provider } from './provider-settings.ts';

/** A provider's metadata is fetched again after this time, in ms. */
const METADATA_MS = 60 * 60_000;

/** Without a provider's id, if there is only one. */
export const CALLBACK_PATH = '/auth/v1/callback';

/** Errors of a provider when somebody cancels; the second is Apple's. */
const CANCELED = new Set(['access_denied', 'user_cancelled_authorize']);
/** How long a client secret signed on demand is valid, in seconds. */
const SIGNED_SECRET_SECONDS = 300;

/** A provider's answers are a few kB. Unpacked, a few MB more would take all memory. */
const ANSWER_MAX_BYTES = 1_000_000;

/** Lazy-loaded, because most instances have no provider. */
const loadClient = () => import('openid-client');

type Needs = Pick<Services, 'env' | 'clock'>;
/**
 * The secrets of one sign-in; a response without them belongs to somebody else. SAML has no
 * verifier.
 */
export type Secrets = { state: string; nonce: string; verifier: string };
/** An identity at a provider; `email` only if the provider has verified it. [U12] */
export type OutsideIdentity = { issuer: string; sub: string; email: string | null };

const known = new Map<string, { at: number; metadata: ServerMetadata }>();

/** The provider's page to start a sign-in. [U11] Throws when it can't be reached. */
export async function makeAuthorizationUrl(
  needs: Needs,
  provider: Provider,
): Promise<{
  url: string;
  secrets: Secrets;
}> {
  const client = await loadClient();
  const config = await configure(needs, provider);
  const verifier = client.randomPKCECodeVerifier();
  const secrets = { state: client.randomState(), nonce: client.randomNonce(), verifier };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(needs, provider),
    scope: 'openid email',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Apple sends an address only this way.
    ...(provider.key && { response_mode: 'form_post' }),
  });
  return { url: url.href, secrets };
}

/**
 * The identity returned by a provider: exchanges its code, and checks state, issuer, audience,
 * nonce, times and signature. Neither names nor pictures are requested. [U11] Throws what the
 * library throws.
 */
export async function readIdentity(
  needs: Needs,
  provider: Provider,
  { search, secrets }: { search: string; secrets: Secrets },
): Promise<OutsideIdentity> {
  const client = await loadClient();
  const config = await configure(needs, provider);
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(callbackOf(needs, provider) + search),
    {
      pkceCodeVerifier: secrets.verifier,
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims();
  // An empty subject would be the same identity for everybody.
  if (!claims?.sub) throw new Error('the provider sent no identity');
  const { iss: issuer, sub } = claims;
  if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) {
    return { issuer, sub, email: verifiedEmail(claims) };
  }
  const more = await client.fetchUserInfo(config, tokens.access_token, sub);
  return { issuer, sub, email: verifiedEmail(more) };
}

/** The reason that reading an identity failed, as a code that a page can explain. */
export async function failureOf(error: unknown) {
  const { AuthorizationResponseError } = await loadClient();
  if (error instanceof AuthorizationResponseError) {
    return CANCELED.has(error.error) ? 'provider_canceled' : 'provider_refused';
  }
  return isUnreachable(error) ? 'provider_unreachable' : 'provider_refused';
}

/** Whether a provider is down: no connection, no response in time, or a server error. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: string };
  if (code === 'OAUTH_TIMEOUT') return true;
  if (error instanceof TypeError && code === undefined) return true;
  return cause instanceof Response && cause.status >= 500;
}

async function configure(needs: Needs, provider: Provider): Promise<Configuration> {
  const client = await loadClient();
  const metadata = await findMetadata(needs, provider);
  const { clientId } = provider;
  const clientSecret = provider.key ? await signSecret(needs, provider) : provider.clientSecret;
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const prove = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic
    : client.ClientSecretPost;
  const config = new client.Configuration(
    metadata,
    clientId,
    {
      [client.clockTolerance]: SKEW_SECONDS,
      [client.clockSkew]: Math.round((needs.clock.now().getTime() - Date.now()) / 1000),
    },
    clientSecret ? prove(clientSecret) : client.None(),
  );
  config.timeout = TIMEOUTS.signInProvider / 1000;
  config[client.customFetch] = fetchSmall;
  // Even when the token comes directly from the provider, because there may be a proxy in
  // between.
  client.enableNonRepudiationChecks(config);
  if (isLocal(provider)) client.allowInsecureRequests(config);
  return config;
}

/** Apple's clients sign their secret; signing on demand avoids renewing it by hand. */
async function signSecret({ clock }: Needs, { clientId, issuer, key }: Provider) {
  if (!key) return undefined;
  const { importPKCS8, SignJWT } = await import('jose');
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
    .setIssuer(key.teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + SIGNED_SECRET_SECONDS)
    .sign(await importPKCS8(key.privateKey, 'ES256'));
}

async function findMetadata({ clock }: Needs, provider: Provider): Promise<ServerMetadata> {
  const now = clock.now().getTime();
  const kept = known.get(provider.issuer);
  if (kept && Math.abs(now - kept.at) < METADATA_MS) return kept.metadata;
  const { discovery, None, allowInsecureRequests, customFetch } = await loadClient();
  const config = await discovery(new URL(provider.issuer), provider.clientId, undefined, None(), {
    timeout: TIMEOUTS.signInProvider / 1000,
    [customFetch]: fetchSmall,
    ...(isLocal(provider) && { execute: [allowInsecureRequests] }),
  });
  const metadata = config.serverMetadata();
  if (isUsable(metadata, provider)) known.set(provider.issuer, { at: now, metadata });
  return metadata;
}

/** A wrong address must not last once the provider has fixed it. */
function isUsable(metadata: ServerMetadata, provider: Provider): boolean {
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  const protocols = isLocal(provider) ? ['http:', 'https:'] : ['https:'];
  return [authorization_endpoint, token_endpoint, jwks_uri].every(
    (address = '') => URL.canParse(address) && protocols.includes(new URL(address).protocol),
  );
}

/** Reads the whole answer, so that one that breaks, ends too late or is too large is none. */
async function fetchSmall(url: string, options: CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, options as RequestInit);
  if (!answer.body) return answer;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new TypeError('the answer of the provider is too large');
  }
  return new Response(Buffer.concat(chunks), answer);
}

/** Only this machine is reached without encryption; the settings allow nothing else. */
const isLocal = ({ issuer }: Provider) => issuer.startsWith('http:');
const callbackOf = (needs: Needs, provider: Provider) =>
  needs.env.appUrl + callbackPathOf(needs, provider);

/**
 * Where a provider sends browsers back to. If there are several, each has its own path, so that
 * none can answer in the name of another that sends no `iss` (mix-up); a single one keeps the path
 * with which earlier releases registered it.
 */
export function callbackPathOf({ env }: Pick<Needs, 'env'>, { id }: Provider): string {
  const isOnly = env.signInProviders.filter(({ kind }) => kind === 'oidc').length === 1;
  return isOnly ? CALLBACK_PATH : `${CALLBACK_PATH}/${id}`;
}

/** Microsoft uses its own claim to say whether a domain's owner vouches for the address. */
function verifiedEmail({ email, email_verified, xms_edov }: Record<string, unknown>) {
  const isVerified = [true, 'true'].includes(email_verified as string) || isTrue(xms_edov);
  const read = isVerified ? providedEmailSchema.safeParse(email) : null;
  return read?.success ? read.data : null;
}
const isTrue = (value: unknown) => [true, 1, '1', 'true'].includes(value as string);
