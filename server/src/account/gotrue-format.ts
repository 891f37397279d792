import type { IncomingMessage } from 'node:http';
import type { Account, Session } from '@kindpal/contract/account/schema';
import type { Passkey } from '@kindpal/contract/passkey/schema';
import { type FieldError, SIGN_IN_FIRST } from '@kindpal/contract/transport/base';
import type { Problem } from '../transport/problem.ts';

/*
 * The published GoTrue client (`@supabase/auth-js`) calls the same /auth/v1 API in its own format,
 * and sends that format's version in every request. This file translates requests and answers; it
 * decides nothing.
 */

const ROOT = '/auth/v1/';
type Fields = Record<string, unknown>;

/** Whether a request comes from a GoTrue client: an API client, which always wants tokens. [X1] */
export function isGoTrue({ headers, url = '' }: IncomingMessage): boolean {
  return headers['x-supabase-api-version'] !== undefined && url.startsWith(ROOT);
}

/** Query parameters that the contract expects in the body. */
const IN_QUERY = new Set(['grant_type', 'scope', 'redirect_to']);
/** Parameters that it always sends, meaningless by default. */
const NO_CHALLENGE = new Set(['code_challenge', 'code_challenge_method']);
/**
 * Calls that leave for an outside provider: their redirect address says where the browser returns
 * to. [U11]
 */
const GOES_TO_PROVIDER = /\/(sso|authorize)$/;
/** Calls that start a session. */
const STARTS_SESSION = /\/(signup|token|verify)$/;
/** Passkey calls that also end in `verify`; one of them starts a session. [U13] */
const OF_PASSKEY = /\/passkeys\/[^/]+\/(options|verify)$/;
const ONE_PASSKEY = /\/passkeys\/(registration\/verify|[^/]{36})$/;
const BY_PASSKEY = /\/passkeys\/authentication\/verify$/;
/** Calls for one factor; verifying returns the session itself. [U13] */
const OF_FACTOR = /\/factors\/[^/]+\/(challenge|verify)$/;

/** Moves parameters from the address to the body; returns both. [X1] */
export function splitGoTrueUrl(url: URL): { url: URL; query: Fields } {
  const rest = new URL(url);
  const query: Fields = {};
  for (const [name, value] of url.searchParams) {
    if (!IN_QUERY.has(name) || GOES_TO_PROVIDER.test(url.pathname)) continue;
    query[name] = value;
    rest.searchParams.delete(name);
  }
  return { url: rest, query };
}

/**
 * Translates a request body to the contract's format. Unknown fields stay, so that they are
 * refused by name; so do redirect addresses of other sites. [X1]
 */
export function readGoTrueBody(
  body: unknown,
  { path, query, appUrl }: { path: string; query: Fields; appUrl: string },
): unknown {
  const { gotrue_meta_security: _captcha, ...sent } = { ...query, ...fields(body) };
  if (GOES_TO_PROVIDER.test(path)) return sent;
  const { redirect_to, ...given } = sent;
  const input: Fields = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !NO_CHALLENGE.has(name)),
  );
  if (redirect_to !== undefined && !isOwn(redirect_to, appUrl)) input.redirect_to = redirect_to;
  if (input.grant_type === 'refresh_token') return input;
  if (OF_FACTOR.test(path)) return readFactorCall(input);
  if (OF_PASSKEY.test(path))
    return BY_PASSKEY.test(path) ? { ...input, return_tokens: true } : input;
  if (path.endsWith('/verify')) return readVerification(input);
  if (STARTS_SESSION.test(path)) input.return_tokens = true;
  return path.endsWith('/signup') ? liftData(input) : input;
}

/** GoTrue's `token_hash` is the token of a link; only some mailed links sign in. [U9] */
function readVerification({ token_hash, ...input }: Fields): Fields {
  const token = token_hash ? { token: token_hash } : {};
  if (input.type === 'email_change') return { ...input, ...token };
  if (input.type === 'recovery') return { ...input, ...token, return_tokens: true };
  return { ...input, ...(token_hash ? { token_hash } : {}), return_tokens: true };
}

/** It repeats the factor id of the address in the body. [U13] */
function readFactorCall({ factorId: _, ...input }: Fields): Fields {
  return input;
}

/** Its sign-up has no fields for an invite and consent, so they come as metadata. [U1] */
function liftData({ data, ...input }: Fields): Fields {
  const { invite_code, accepts_terms, terms_version, is_adult, ...metadata } = fields(data);
  return { ...input, invite_code, accepts_terms, terms_version, is_adult, data: metadata };
}

function isOwn(address: unknown, appUrl: string): boolean {
  const base = typeof address === 'string' && URL.canParse(address, appUrl) ? address : null;
  return base !== null && new URL(base, appUrl).origin === new URL(appUrl).origin;
}

/** An answer in the client's format: a session, an account, or an error. [X1] */
export function writeGoTrueBody(
  body: unknown,
  { path, status, now }: { path: string; status: number; now: Date },
): unknown {
  if (status >= 400) return writeError(body as Problem, path);
  if (path.endsWith('/user')) return writeUser(body as Account);
  if (path.endsWith('/passkeys')) return (body as { items: Passkey[] }).items.map(writePasskey);
  if (ONE_PASSKEY.test(path)) return body ? writePasskey(body as Passkey) : body;
  if (BY_PASSKEY.test(path)) return writeSession(body as Session, now);
  if (!STARTS_SESSION.test(path) || OF_PASSKEY.test(path)) return body;
  const { session } =
    path.endsWith('/verify') && !OF_FACTOR.test(path)
      ? (body as { session: Session | null })
      : { session: body as Session };
  return session ? writeSession(session, now) : { user: null, session: null };
}

function writeSession({ user, ...session }: Session, now: Date) {
  const expires_in = Math.max(1, session.expires_at - Math.floor(now.getTime() / 1000));
  return { ...session, token_type: 'bearer', expires_in, user: writeUser(user) };
}

function writePasskey({ last_used_at, ...one }: Passkey) {
  return { ...one, ...(last_used_at === null ? {} : { last_used_at }) };
}

/** Both roles are metadata here, because in GoTrue `role` is the database role. */
function writeUser({ role: _, active_role, app_role, identities, new_email, ...own }: Account) {
  const { phone, ...user } = own;
  const factors = user.factors.map(({ friendly_name, last_used_at, ...one }) => ({
    ...one,
    ...(friendly_name === null ? {} : { friendly_name }),
    ...(last_used_at === null ? {} : { last_challenged_at: last_used_at }),
  }));
  const providers = identities.map(({ provider }) => provider);
  return {
    ...user,
    factors,
    ...(new_email === null ? {} : { new_email }),
    ...(phone === null ? {} : { phone }),
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: { provider: providers[0] ?? 'email', providers, active_role, app_role },
    ...(user.email_verified ? { email_confirmed_at: user.created_at } : {}),
    identities: identities.map(({ id, provider, email }) => ({
      id: user.id,
      identity_id: id,
      user_id: user.id,
      provider,
      identity_data: { sub: user.id, email: email ?? user.email },
    })),
    is_anonymous: false,
  };
}

/** Error codes that select the client's error class; others are ours in lower case. */
const ERROR_CODES: Record<string, string> = {
  WRONG_CREDENTIALS: 'invalid_credentials',
  ACCOUNT_SUSPENDED: 'user_banned',
  SESSION_ENDED: 'refresh_token_not_found',
  INVALID_INPUT: 'validation_failed',
  TOO_MANY_REQUESTS: 'over_request_rate_limit',
  TOKEN_REFUSED: 'otp_expired',
  WRONG_PASSWORD: 'reauthentication_not_valid',
  WRONG_NONCE: 'reauthentication_not_valid',
  NOT_FOUND: 'user_not_found',
  PHONE_NOT_OFFERED: 'phone_provider_disabled',
};

function writeError(problem: Problem, path: string) {
  const listed = problem.data as { fields?: FieldError[] } | undefined;
  const ofPassword = listed?.fields?.filter(({ path }) => path === 'password') ?? [];
  const msg = listed?.fields?.[0] ? sentenceOf(listed.fields[0]) : problem.detail;
  if (ofPassword.length > 0) {
    const reasons = [...new Set(ofPassword.map(({ message }) => reasonOf(message)))];
    return { ...problem, msg, error_code: 'weak_password', weak_password: { reasons } };
  }
  return { ...problem, msg, error_code: errorCodeOf(problem, path) };
}

function errorCodeOf({ code, detail }: Problem, path: string): string {
  if (code === 'NOT_FOUND' && path.includes('/factors/')) return 'mfa_factor_not_found';
  // On this code the client drops its session; on the other it reports the error.
  if (code === 'UNAUTHORIZED') return detail === SIGN_IN_FIRST ? 'session_not_found' : 'bad_jwt';
  return ERROR_CODES[code] ?? code.toLowerCase();
}

/** The client shows a single text, not one per field. */
function sentenceOf({ path, message }: FieldError): string {
  return message === 'Unknown field' ? `${message}: ${path}` : message;
}

function reasonOf(message: string): 'length' | 'pwned' | 'characters' {
  if (/at least \d+ characters|or less/.test(message)) return 'length';
  return /common/.test(message) ? 'pwned' : 'characters';
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
