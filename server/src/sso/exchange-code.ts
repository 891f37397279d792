import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import type { RequestContext } from '../access/context.ts';
import { findBrowserAsker } from '../account/asker.ts';
import { countFailure } from '../account/count-failure.ts';
import { handOverSession } from '../account/session/hand-over-session.ts';
import { admitMember, startSession } from '../account/session/start-session.ts';
import { createMember, isTakenAddress } from '../account/sign-up/create-member.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { authAccount, type SignInMethod } from '../db/schema/account.ts';
import { findSuspension } from '../moderation/queries.ts';
import { suspensionToken } from '../moderation/suspension-link.ts';
import { refusal } from '../transport/refusal.ts';
import { type Returned, takeCode } from './flows.ts';
import { insertIdentity, type Linking, linkIdentity, lockForLink } from './link-identity.ts';
import type { OutsideIdentity } from './oidc.ts';

type Grant = Extract<OpenCall<typeof account.token>['input'], { grant_type: 'pkce' }>;
type Outcome = { token: string } | { suspended: string };

/**
 * Completes a sign-in at an outside provider: signs in to the account linked to the identity,
 * joins with the invite given at the start, or links the identity; once. [U11] [U12] Throws
 * BAD_CODE_VERIFIER, IDENTITY_NOT_LINKED, IDENTITY_ALREADY_EXISTS, TOO_MANY_IDENTITIES,
 * PROVIDER_EMAIL_NOT_VERIFIED, INVALID_INVITE, SIGN_UP_REFUSED, ACCOUNT_SUSPENDED,
 * TOO_MANY_REQUESTS.
 */
export async function exchangeCode(input: Grant, context: RequestContext): Promise<Session> {
  const outcome = await countFailure(context, 'sso_by_ip', () => redeem(input, context));
  if ('suspended' in outcome) throw await suspensionOf(context, outcome.suspended);
  return handOverSession(context, { token: outcome.token, returnTokens: input.return_tokens });
}

async function redeem(input: Grant, context: RequestContext): Promise<Outcome> {
  const { services } = context;
  const brought = {
    code: input.auth_code,
    verifier: input.code_verifier,
    asker: findBrowserAsker(context),
  };
  return asNamedError(() =>
    services.db.drizzle.transaction(async (tx) => {
      // The account first: ending its sessions also ends their flows, in this order.
      const linking = await lockForLink(tx, context, input.auth_code);
      const flow = await takeCode(tx, services, brought);
      if (!flow?.identity) throw refusal('BAD_CODE_VERIFIER');
      return finish(tx, context, { flow: { ...flow, identity: flow.identity }, linking });
    }),
  );
}

async function finish(
  tx: Queries,
  context: RequestContext,
  { flow, linking }: { flow: Returned; linking: Linking | null },
): Promise<Outcome> {
  if (flow.purpose === 'link') {
    if (!linking) throw refusal('BAD_CODE_VERIFIER');
    return { token: await linkIdentity(tx, context, { flow, linking }) };
  }
  const userId = await findMember(tx, flow.identity);
  if (userId !== null) return signIn(tx, context, { ...flow, userId });
  if (flow.join === null) throw refusal('IDENTITY_NOT_LINKED');
  return { token: await join(tx, context, flow) };
}

async function findMember(tx: Queries, identity: OutsideIdentity): Promise<string | null> {
  const [own] = await tx
    .select({ userId: authAccount.userId })
    .from(authAccount)
    .where(isIdentity(identity));
  return own?.userId ?? null;
}

async function signIn(
  tx: Queries,
  context: RequestContext,
  { identity, providerId, userId }: Returned & { userId: string },
): Promise<Outcome> {
  if (!(await admitMember(tx, userId))) return { suspended: userId };
  // Checked again under the lock: it may have been unlinked meanwhile.
  const used = await tx
    .update(authAccount)
    .set({ lastUsedAt: sql`now()` })
    .where(and(isIdentity(identity), eq(authAccount.userId, userId)))
    .returning({ id: authAccount.id });
  if (used.length === 0) throw refusal('IDENTITY_NOT_LINKED');
  const method = methodOf(context, providerId);
  return { token: await startSession(tx, { userId, method }, context) };
}

async function join(tx: Queries, context: RequestContext, flow: Returned): Promise<string> {
  const { email } = flow.identity;
  if (!flow.join || email === null) throw refusal('PROVIDER_EMAIL_NOT_VERIFIED');
  const newcomer = { ...flow.join, email, isVerified: true };
  const userId = await createMember(tx, context.services, newcomer);
  await insertIdentity(tx, flow, userId);
  const method = methodOf(context, flow.providerId);
  return startSession(tx, { userId, method, isFirst: true }, context);
}

/** The session's method, in GoTrue's terms. */
function methodOf({ services }: RequestContext, providerId: string): SignInMethod {
  const provider = services.env.signInProviders.find(({ id }) => id === providerId);
  return provider?.kind === 'saml' ? 'sso/saml' : 'oauth';
}

async function suspensionOf({ services }: RequestContext, userId: string) {
  const suspension = await findSuspension(services.db.drizzle, userId);
  if (!suspension) return refusal('IDENTITY_NOT_LINKED');
  return refusal('ACCOUNT_SUSPENDED', { token: suspensionToken(services, suspension) });
}

/** Maps the database's refusal of a concurrent attempt to a named error. */
async function asNamedError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isTakenAddress(error)) throw refusal('SIGN_UP_REFUSED');
    if (isUniqueViolation(error, 'account_identity')) throw refusal('IDENTITY_ALREADY_EXISTS');
    throw error;
  }
}

const isIdentity = ({ issuer, sub }: OutsideIdentity) =>
  and(eq(authAccount.issuer, issuer), eq(authAccount.accountId, sub));
