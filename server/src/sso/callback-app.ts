import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { sso as calls } from '@kindpal/contract/sso/contract';
import { CONTINUE_PATH, SSO_FAILURES, type SsoFailure } from '@kindpal/contract/sso/schema';
import { type Context, Hono } from 'hono';
import { clientAddress } from '../access/client-address.ts';
import type { RequestContext } from '../access/context.ts';
import { findBrowserAsker } from '../account/asker.ts';
import type { Services } from '../services.ts';
import { invalidField } from '../transport/refusal.ts';
import { type Flow, issueCode, takeState } from './flows.ts';
import { failureOf, type OutsideIdentity, readIdentity } from './oidc.ts';
import { startSso } from './start-sso.ts';

type Bindings = { Bindings: HttpBindings };

/** Where browsers leave for a provider, and where it sends them back to. [U11] */
export function ssoApp(services: Services): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.get('/auth/v1/authorize', async (c) => c.redirect(await authorize(c, services), 302));
  app.get('/auth/v1/callback', async (c) => c.redirect(await comeBack(c, services), 303));
  return app;
}

/** For API clients only, which bring a challenge: any site can make a browser open an address. */
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

/** The address to go on to: with a code that ends the sign-in, or with what went wrong. */
async function comeBack(c: Context<Bindings>, services: Services): Promise<string> {
  const { db } = services;
  const state = c.req.query('state') ?? '';
  const asker = findBrowserAsker(contextOf(c, services));
  const flow = await takeState(db.drizzle, services, { state, asker });
  if (!flow) return failed(services.env.appUrl + CONTINUE_PATH, 'flow_state_not_found');
  const identity = await identify(services, flow, new URL(c.req.url).search);
  if (typeof identity === 'string') return failed(flow.returnTo, identity);
  const code = await issueCode(db.drizzle, services, { ...flow, identity });
  return withQuery(flow.returnTo, { code });
}

async function identify(
  services: Services,
  { providerId, secrets }: Flow,
  search: string,
): Promise<OutsideIdentity | SsoFailure> {
  const provider = services.env.oidcProviders.find(({ id }) => id === providerId);
  if (!provider) return 'provider_refused';
  try {
    const identity = await readIdentity(services, provider, { search, secrets });
    return { ...identity, email: believed(identity.email, provider.domains) };
  } catch (error) {
    const failure = await failureOf(error);
    if (failure !== 'provider_canceled') {
      services.log.warn({ err: error, provider: providerId }, 'a sign-in provider failed');
    }
    return failure;
  }
}

/** An organization vouches for the addresses of its own domains. */
function believed(email: string | null, domains: string[]): string | null {
  const isOwn = domains.length === 0 || domains.includes(email?.split('@').at(-1) ?? '');
  return isOwn ? email : null;
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
    requestId: randomUUID(),
    request,
    response: response as RequestContext['response'],
  };
}
