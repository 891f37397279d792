import type { sso as calls } from '@kindpal/contract/sso/contract';
import { CONTINUE_PATH } from '@kindpal/contract/sso/schema';
import type { MemberCall, OpenCall } from '../access/call.ts';
import type { RequestContext } from '../access/context.ts';
import { isPageOfAnother } from '../access/expected-member.ts';
import { makeBrowserAsker } from '../account/asker.ts';
import { countStart } from '../account/session/known-device.ts';
import { lockForFactors } from '../factor/policy.ts';
import { isInviteOpen } from '../invite/queries.ts';
import { requireHonestName } from '../member/profile/honest-name.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import { findDomainProvider } from './domains.ts';
import { type Beginner, type Joining, keepFlow } from './flows.ts';
import { makeAuthorizationUrl } from './oidc.ts';
import type { Provider } from './provider-settings.ts';
import { makeSamlUrl } from './saml.ts';

type Start = OpenCall<typeof calls.start>;
type Link = MemberCall<typeof calls.link>;
type Asked = Pick<Start['input'], 'code_challenge' | 'redirect_to'>;

/**
 * Starts signing in at a provider, or joining: the form is checked before the browser leaves, and
 * stored here until it returns. [U1] [U11] Throws SSO_PROVIDER_NOT_FOUND, PROVIDER_UNREACHABLE,
 * INVALID_INVITE, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function startSso({ input, context }: Start): Promise<{ url: string }> {
  const { join, provider_id, domain } = input;
  await countStart(context, 'sso_by_ip');
  const provider = await findProvider(context, { id: provider_id, domain });
  if (join) await requireJoinable(context, join);
  const purpose = join ? ('join' as const) : ('sign_in' as const);
  return begin(context, provider, { input, purpose, join: join ?? null, sessionId: null });
}

/**
 * Starts linking an identity, soon after the caller has proved theirs. [U10] [U12] Throws
 * SSO_PROVIDER_NOT_FOUND, PROVIDER_UNREACHABLE, REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL.
 */
export async function startLink({ input, context }: Link): Promise<{ url: string }> {
  const { services, actor, credential, request } = context;
  // The call is a GET, which the guard does not check.
  if (credential && isPageOfAnother(request, credential, actor.id)) throw refusal('UNAUTHORIZED');
  const provider = await findProvider(context, { id: input.provider });
  await countStart(context, 'sso_by_ip');
  await services.db.drizzle.transaction((tx) => lockForFactors(tx, context));
  const sessionId = actor.session_id;
  return begin(context, provider, { input, purpose: 'link', join: null, sessionId });
}

type Wanted = { id?: string | undefined; domain?: string | undefined };

async function findProvider(
  { services }: RequestContext,
  { id, domain }: Wanted,
): Promise<Provider> {
  const found =
    id === undefined
      ? domain && (await findDomainProvider(services, domain.toLowerCase()))
      : services.env.signInProviders.find((one) => one.id === id);
  if (!found) throw refusal('SSO_PROVIDER_NOT_FOUND');
  return found;
}

async function requireJoinable({ services, ip }: RequestContext, join: Joining): Promise<void> {
  const { full_name: name } = join.data;
  requireHonestName(services.env, { path: 'join.data.full_name', label: 'Full name', name });
  if (!(await isInviteOpen(services.db.drizzle, join.invite_code))) throw refusal('INVALID_INVITE');
  // Whether they come back as a new member is known only inside the transaction that joins them.
  await services.limiter.consume('join_by_ip', ip);
}

type Begun = {
  input: Asked;
  purpose: 'sign_in' | 'join' | 'link';
  join: Joining | null;
  sessionId: string | null;
};

/** Asks the provider before writing anything, so that no transaction waits for it. */
async function begin(
  context: RequestContext,
  provider: Provider,
  { input, purpose, join, sessionId }: Begun,
): Promise<{ url: string }> {
  const { services } = context;
  const returnTo = readReturn(services.env.appUrl, input.redirect_to ?? CONTINUE_PATH);
  const { url, secrets } = await reach(context, provider);
  const by: Beginner = input.code_challenge
    ? { challenge: input.code_challenge }
    : { asker: makeBrowserAsker(context) };
  const flow = { by, purpose, providerId: provider.id, sessionId, secrets, returnTo, join };
  await keepFlow(services.db.drizzle, services, flow);
  return { url };
}

async function reach({ services }: RequestContext, provider: Provider) {
  try {
    return provider.kind === 'saml'
      ? await makeSamlUrl(services, provider)
      : await makeAuthorizationUrl(services, provider);
  } catch (error) {
    services.log.warn({ err: error, provider: provider.id }, 'a sign-in provider failed');
    // Whatever it sent instead of its metadata is no better than no answer.
    throw provider.kind === 'oidc' ? refusal('PROVIDER_UNREACHABLE') : error;
  }
}

/** Only redirects to addresses of this site. Throws INVALID_INPUT for any other. */
function readReturn(appUrl: string, address: string): string {
  const { origin } = new URL(appUrl);
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  if (url?.origin !== origin)
    throw invalidField('redirect_to', 'This is not an address of this site');
  return url.href;
}
