import type { sso as calls } from '@kindpal/contract/sso/contract';
import type { SignInProvider } from '@kindpal/contract/sso/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { ssoDomain } from '../db/schema/sso.ts';
import { lockForFactors } from '../factor/policy.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { canMakeSuperAdmins } from '../staff/policy.ts';
import { lockRoles } from '../staff/users/lock-roles.ts';
import { refusal } from '../transport/refusal.ts';
import { listDomains, readDomain } from './domains.ts';

type Call = MemberCall<typeof calls.setDomain>;

/** The configured providers, then removed ones that still have domains. [U11] */
export async function listProviders({
  context,
}: {
  context: MemberContext;
}): Promise<SignInProvider[]> {
  const { env, db } = context.services;
  const given = await listDomains(db.drizzle);
  const of = (id: string) =>
    given.filter(({ providerId }) => providerId === id).map(({ domain }) => domain);
  const named = env.signInProviders.map(({ id, name, kind, domains }) => ({
    id,
    name,
    protocol: kind,
    fixed_domains: domains,
    domains: of(id),
  }));
  const known = new Set(named.map(({ id }) => id));
  const gone = new Set(given.map(({ providerId }) => providerId).filter((id) => !known.has(id)));
  return [
    ...named,
    ...[...gone].map((id) => ({
      id,
      name: id,
      protocol: null,
      fixed_domains: [],
      domains: of(id),
    })),
  ];
}

/**
 * Assigns a domain to a provider, or removes it, soon after the super admin has proved their
 * identity; repeating it changes nothing and is not logged. [U11] [S3] [U10] Throws
 * INVALID_INPUT, SSO_PROVIDER_NOT_FOUND, SIGN_IN_DOMAIN_TAKEN, REAUTHENTICATION_NEEDED,
 * INSUFFICIENT_AAL, FORBIDDEN.
 */
export async function setDomain({ input, context }: Call): Promise<SignInProvider[]> {
  const { services } = context;
  const { provider_id: id } = input;
  const domain = await readDomain(input.domain);
  const { signInProviders: all } = services.env;
  if (id !== null) {
    if (!all.some((one) => one.id === id)) throw refusal('SSO_PROVIDER_NOT_FOUND');
    if (all.some(({ domains }) => domains.includes(domain))) throw refusal('SIGN_IN_DOMAIN_TAKEN');
  }
  await services.db.drizzle.transaction(async (tx) => {
    await requireSuperAdmin(tx, context);
    const from = id === null ? await take(tx, domain) : await give(tx, { domain, providerId: id });
    if (from !== null) await note(tx, context, { domain, providerId: from, isGiven: id !== null });
  });
  return listProviders({ context });
}

/**
 * Checked again under the lock: another super admin may have removed the caller's role since the
 * call began.
 */
async function requireSuperAdmin(tx: Queries, context: MemberContext): Promise<void> {
  const { actor } = context;
  const holderOf = await lockRoles(tx, [actor.id]);
  await holdMember(tx, actor);
  if (!canMakeSuperAdmins(holderOf(actor.id))) throw refusal('FORBIDDEN');
  await lockForFactors(tx, context);
}

type Given = { domain: string; providerId: string };

/** Returns the provider that has it now; null if unchanged. */
async function give(tx: Queries, { domain, providerId }: Given): Promise<string | null> {
  const written = await tx
    .insert(ssoDomain)
    .values({ domain, providerId })
    .onConflictDoNothing()
    .returning({ domain: ssoDomain.domain });
  if (written.length > 0) return providerId;
  const [held] = await tx
    .select({ providerId: ssoDomain.providerId })
    .from(ssoDomain)
    .where(eq(ssoDomain.domain, domain));
  if (held?.providerId !== providerId) throw refusal('SIGN_IN_DOMAIN_TAKEN');
  return null;
}

/** Returns the provider that had it; null if none did. */
async function take(tx: Queries, domain: string): Promise<string | null> {
  const [taken] = await tx
    .delete(ssoDomain)
    .where(eq(ssoDomain.domain, domain))
    .returning({ providerId: ssoDomain.providerId });
  return taken?.providerId ?? null;
}

async function note(
  tx: Queries,
  context: MemberContext,
  { domain, providerId: provider, isGiven }: Given & { isGiven: boolean },
): Promise<void> {
  const { id } = context.actor;
  await recordActivity(tx, {
    admin_id: id,
    action: isGiven ? 'sign_in_domain_assign' : 'sign_in_domain_remove',
    target_type: 'sign_in_domain',
    details: { domain, provider },
  });
  const kind = isGiven ? ('domain_assigned' as const) : ('domain_removed' as const);
  await noteSecurityEvent(tx, { userId: id, kind, detail: domain }, context);
}
