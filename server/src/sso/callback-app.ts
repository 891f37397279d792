import type { HttpBindings } from '@hono/node-server';
import { sso as calls } from '@kindpal/contract/sso/contract';
import { CONTINUE_PATH, SSO_FAILURES, type SsoFailure } from '@kindpal/contract/sso/schema';
import { type Context, Hono } from 'hono';
import { clientAddress } from '../access/client-address.ts';
import type { RequestContext } from '../access/context.ts';
import { recordSecurityEvent } from '../access/security-log.ts';
import { findBrowserAsker } from '../account/asker.ts';
import type { Services } from '../services.ts';
import { limitBody } from '../transport/limit-body.ts';
import { problem } from '../transport/problem.ts';
import { invalidField, notFound } from '../transport/refusal.ts';
import { vouchesFor } from './domains.ts';
import { type Flow, issueCode, takeState } from './flows.ts';
import {
  CALLBACK_PATH,
  callbackPathOf,
  failureOf,
  type OutsideIdentity,
  readIdentity,
} from './oidc.ts';
import type { Provider } from './provider-settings.ts';
import {
  ACS_PATH,
  METADATA_PATH,
  makeSamlMetadata,
  readSamlIdentity,
  samlFailureOf,
} from './saml.ts';
import { startSso } from './start-sso.ts';

type Bindings = { Bindings: HttpBindings };

/** A response is a few kB; parsing gets more expensive with size. */
const FORM_MAX_BYTES = 128 * 1024;

/** The limit per field repeated in an address; a header has room for a few. */
const FIELD_MAX = 2_000;
const CALLBACK_ROUTE = `${CALLBACK_PATH}/:provider?`;
/** The OpenID Connect form fields that are used; the rest, such as names, is dropped. */
const CALLBACK_FIELDS = ['state', 'code', 'error', 'iss'];

/**
 * Whether a provider may make a browser post a form here from its own site. Cookies are ignored
 * here.
 */
export const takesForeignForm = (path: string) =>
  path === ACS_PATH || path === CALLBACK_PATH || path.startsWith(`${CALLBACK_PATH}/`);

/** Where browsers leave for a provider, and where they return. [U11] */
export function ssoApp(services: Services): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.get('/auth/v1/authorize', async (c) => c.redirect(await authorize(c, services), 302));
  app.get(CALLBACK_ROUTE, async (c) => c.redirect(await comeBack(c, services), 303));
  const limit = limitBody(FORM_MAX_BYTES, (c) =>
    problem(c, 413, 'PAYLOAD_TOO_LARGE', 'This form is too large'),
  );
  app.post(CALLBACK_ROUTE, limit, async (c) => c.redirect(await repeatForm(c), 303));
  app.post(ACS_PATH, limit, async (c) => c.redirect(await takeForm(c, services), 303));
  app.get(METADATA_PATH, async (c) => {
    if (!services.env.signInProviders.some(({ kind }) => kind === 'saml')) throw notFound();
    return c.body(await makeSamlMetadata(services), 200, {
      'content-type': 'application/samlmetadata+xml',
    });
  });
  return app;
}

/** For API clients only, which send a challenge: any site can make a browser open an address. */
async function authorize(c: Context<Bindings>, services: Services): Promise<string> {
  const { provider, scopes: _, ...rest } = c.req.query();
  const schema = calls.start['~orpc'].inputSchema;
  const input = schema?.safeParse({ ...rest, provider_id: provider });
  if (!input?.success) {
    throw invalidField(String(input?.error.issues[0]?.path[0] ?? ''), 'This is not accepted here');
  }
  if (!input.data.code_challenge) throw invalidField('code_challenge', 'This is required');
  const { url } = await startSso({ input: input.data, context: contextOf(c, services) });
  return url;
}

/** The address to continue at: with a code that completes the sign-in, or with an error. */
async function comeBack(c: Context<Bindings>, services: Services): Promise<string> {
  const context = contextOf(c, services);
  const asker = findBrowserAsker(context);
  const brought = { state: c.req.query('state') ?? '', asker };
  return goOn(context, brought, ({ secrets }, provider) => {
    if (provider.kind !== 'oidc') throw new Error('this provider answers with a form');
    if (callbackPathOf(services, provider) !== c.req.path)
      throw new Error('another provider answered');
    return readIdentity(services, provider, { search: new URL(c.req.url).search, secrets });
  });
}

/**
 * Turns a provider's form post (Apple) into a redirect to our own address: only there does the
 * browser send the cookie that identifies it.
 */
async function repeatForm(c: Context<Bindings>): Promise<string> {
  const form = new URLSearchParams(await c.req.text());
  const kept = CALLBACK_FIELDS.flatMap((name): [string, string][] => {
    const value = form.get(name);
    return value === null ? [] : [[name, value.slice(0, FIELD_MAX)]];
  });
  // The path as it was sent: decoded, it may hold what no header can.
  return `${new URL(c.req.url).pathname}?${new URLSearchParams(kept)}`;
}

/** The same for a SAML provider's form. Unsolicited responses are ignored. */
async function takeForm(c: Context<Bindings>, services: Services): Promise<string> {
  const form = new URLSearchParams(await c.req.text());
  const brought = { state: form.get('RelayState') ?? '', asker: undefined };
  return goOn(contextOf(c, services), brought, ({ secrets }, provider) => {
    if (provider.kind !== 'saml') throw new Error('this provider does not answer with this form');
    return readSamlIdentity(services, provider, {
      answer: form.get('SAMLResponse') ?? '',
      secrets,
    });
  });
}

type Read = (flow: Flow, provider: Provider) => Promise<OutsideIdentity>;

async function goOn(
  context: RequestContext,
  brought: Parameters<typeof takeState>[2],
  read: Read,
): Promise<string> {
  const { services } = context;
  const { drizzle } = services.db;
  const flow = await takeState(drizzle, services, brought);
  if (!flow) {
    await noteFailure(context, 'flow_state_not_found');
    return failed(services.env.appUrl + CONTINUE_PATH, 'flow_state_not_found');
  }
  const identity = await identify(services, flow, read);
  if (typeof identity === 'string') {
    await noteFailure(context, identity);
    return failed(flow.returnTo, identity);
  }
  const code = await issueCode(drizzle, services, { ...flow, identity });
  return withQuery(flow.returnTo, { code });
}

/** Records a failed sign-in in the security log; somebody who cancels one has not failed. */
async function noteFailure(
  { services, request, ip, requestId }: RequestContext,
  failure: SsoFailure,
): Promise<void> {
  if (failure === 'provider_canceled') return;
  await recordSecurityEvent(services, {
    event: 'sign_in_failed',
    call: `${request.method} ${request.url?.split('?')[0]}`.slice(0, 200),
    code: failure,
    member_id: null,
    ip,
    request_id: requestId,
  });
}

async function identify(
  services: Services,
  flow: Flow,
  read: Read,
): Promise<OutsideIdentity | SsoFailure> {
  const { env, log } = services;
  const provider = env.signInProviders.find(({ id }) => id === flow.providerId);
  if (!provider) return 'provider_refused';
  try {
    const { email, ...identity } = await read(flow, provider);
    const isBelieved = email !== null && (await vouchesFor(services, provider, email));
    return { ...identity, email: isBelieved ? email : null };
  } catch (error) {
    const failure = await (provider.kind === 'saml' ? samlFailureOf : failureOf)(error);
    if (failure !== 'provider_canceled') {
      log.warn({ err: error, provider: provider.id }, 'a sign-in provider failed');
    }
    return failure;
  }
}

function failed(address: string, failure: SsoFailure): string {
  const error = failure === 'provider_canceled' ? 'access_denied' : 'server_error';
  const error_description = SSO_FAILURES[failure];
  return withQuery(address, { error, error_code: failure, error_description });
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function contextOf({ env }: Context<Bindings>, services: Services): RequestContext {
  const { incoming: request, outgoing: response } = env;
  const ip = clientAddress(request, services.env);
  return {
    services,
    credential: null,
    ip,
    requestId: String(response.getHeader('x-request-id')),
    request,
    response: response as RequestContext['response'],
  };
}
