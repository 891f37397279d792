import { KNOWN_SERVICES, type PaymentLink } from '@kindpal/contract/payment/rules';
import { looksLike, nameProblem, shownProblem } from '@kindpal/contract/text/names';
import type { Env } from '../../env.ts';
import type { Services } from '../../services.ts';
import { invalidField } from '../../transport/refusal.ts';
import { findMember } from '../queries.ts';

/** Refuses a name that hides something, imitates another, is a link, or claims to be staff. */
export function requireHonestName(
  { appName }: Pick<Env, 'appName'>,
  { path, label, name }: { path: string; label: string; name: string },
): void {
  const problem = nameProblem(name, { label, appName });
  if (problem) throw invalidField(path, problem);
}

/**
 * The same for a member's two names, each and both together, when one changes. Older names stay
 * until then.
 */
export async function requireHonestNames(
  { db, env }: Pick<Services, 'db' | 'env'>,
  id: string,
  edit: { first_name?: string | undefined; last_name?: string | undefined },
): Promise<void> {
  if (edit.first_name === undefined && edit.last_name === undefined) return;
  const kept = await findMember(db.drizzle, id);
  const first = edit.first_name ?? kept?.first_name ?? '';
  const last = edit.last_name ?? kept?.last_name ?? '';
  if (first === kept?.first_name && last === kept?.last_name) return;
  requireHonestName(env, { path: 'first_name', label: 'First name', name: first });
  requireHonestName(env, { path: 'last_name', label: 'Last name', name: last });
  requireHonestName(env, { path: 'first_name', label: 'Name', name: `${first} ${last}` });
}

/** The same for a username. */
export function requireHonestUsername(
  env: Pick<Env, 'appName'>,
  username: string | null | undefined,
): void {
  // Its dots separate words and don't make it a web address.
  const name = username?.replaceAll(/[._-]/g, ' ');
  if (name) requireHonestName(env, { path: 'username', label: 'Username', name });
}

type PaymentMethod = Pick<PaymentLink, 'service' | 'url'>;

/** Refuses names of payment services that hide something or imitate another. */
export function requireHonestServices(
  links: Record<string, PaymentMethod | null> | undefined,
): void {
  for (const [key, link] of Object.entries(links ?? {})) {
    const problem = link && (shownProblem(link.service, 'Service') ?? imitationProblem(link));
    if (problem) throw invalidField(`payment_links.${key}.service`, problem);
  }
}

/** The error for a link elsewhere under a name that looks like that of a known service, if any. */
function imitationProblem({ service, url }: PaymentMethod): string | undefined {
  const looks = looksLike(service);
  const known = KNOWN_SERVICES.filter((one) => looks.includes(looksLike(one.service)));
  const { hostname } = new URL(url);
  if (!known[0] || known.some(({ hosts }) => hosts.includes(hostname))) return undefined;
  return `This is not a link to ${known[0].service}`;
}
