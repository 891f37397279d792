import { shortName } from '@kindpal/contract/member/rules';
import { KNOWN_SERVICES, type PaymentLink } from '@kindpal/contract/payment/rules';
import { lettersProblem, shownProblem } from '@kindpal/contract/text/letters';
import { looksLike, looksOf } from '@kindpal/contract/text/look-alikes';
import { hasOwnName, isLink, nameProblem } from '@kindpal/contract/text/names';
import type { Queries } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { invalidField } from '../../transport/refusal.ts';
import { findMember } from '../queries.ts';

type Label = { label: string; appName: string };

/** The error for a name as members see it, or shortened as visitors do: Suppor T., if any. */
function problemOf(name: string, label: Label): string | undefined {
  return nameProblem(name, label) ?? nameProblem(shortName(name), label);
}

/** Refuses a name that hides something, imitates another, is a link, or claims to be staff. */
export function requireHonestName(
  { appName }: Pick<Env, 'appName'>,
  { path, label, name }: { path: string; label: string; name: string },
): void {
  const problem = problemOf(name, { label, appName });
  if (problem) throw invalidField(path, problem);
}

type Reading = { queries: Queries; env: Pick<Env, 'appName'> };

/**
 * The same for a member's first name and both names together, when one changes. A last name never
 * stands alone, and some people are called Root or Staff. Older names stay until then. What is
 * about to be written is checked with the member locked: two edits may have one name each.
 */
export async function requireHonestNames(
  { queries, env }: Reading,
  id: string,
  edit: { first_name?: string | undefined; last_name?: string | undefined },
): Promise<void> {
  if (edit.first_name === undefined && edit.last_name === undefined) return;
  const kept = await findMember(queries, id);
  const first = edit.first_name ?? kept?.first_name ?? '';
  const last = edit.last_name ?? kept?.last_name ?? '';
  if (first === kept?.first_name && last === kept?.last_name) return;
  requireHonestName(env, { path: 'first_name', label: 'First name', name: first });
  const name = `${first} ${last}`;
  if (!problemOf(name, { label: 'Name', appName: env.appName })) return;
  requireHonestName(env, { path: 'last_name', label: 'Last name', name: last });
  requireHonestName(env, { path: 'first_name', label: 'Name', name });
}

/** The same for a username. An older one stays until it changes. */
export async function requireHonestUsername(
  { queries, env }: Reading,
  id: string,
  username: string | null | undefined,
): Promise<void> {
  // Its dots separate words and don't make it a web address.
  const name = username?.replaceAll(/[._-]/g, ' ');
  const problem = name && nameProblem(name, { label: 'Username', appName: env.appName });
  if (!problem || username === (await findMember(queries, id))?.username) return;
  throw invalidField('username', problem);
}

type PetNames = { name?: string | undefined; breed?: string | null | undefined };

/**
 * Refuses the name or breed of a pet with letters that imitate others. `kept` is the stored pet,
 * whose older texts stay until they change.
 */
export function requireHonestPet(
  pet: PetNames,
  { prefix = '', kept = {} }: { prefix?: string; kept?: PetNames } = {},
): void {
  for (const [field, label] of [
    ['name', 'Pet name'],
    ['breed', 'Breed'],
  ] as const) {
    const text = pet[field] ?? '';
    const problem = text !== kept[field] && lettersProblem(text, label);
    if (problem) throw invalidField(`${prefix}${field}`, problem);
  }
}

type PaymentMethod = Pick<PaymentLink, 'service' | 'url'>;

/**
 * Refuses names of payment services that hide something or imitate another, or the community. The
 * stored methods stay as they are.
 */
export function requireHonestServices(
  { appName }: Pick<Env, 'appName'>,
  links: Record<string, PaymentMethod | null>,
  stored: Record<string, PaymentMethod>,
): void {
  for (const [key, link] of Object.entries(links)) {
    const kept = stored[key];
    if (!link || (link.service === kept?.service && link.url === kept.url)) continue;
    const problem =
      shownProblem(link.service, 'Service') ??
      addressProblem(link) ??
      imitationProblem(link, appName);
    if (problem) throw invalidField(`payment_links.${key}.service`, problem);
  }
}

/** The error for a name that is another address than the link's, if any. */
function addressProblem({ service, url }: PaymentMethod): string | undefined {
  const host = new URL(url).hostname.replace(/^www\./, '');
  const own = KNOWN_SERVICES.find(({ hosts }) => hosts.includes(host))?.hosts ?? [host];
  if (!isLink(service) || own.includes(service.toLowerCase())) return undefined;
  return 'Service is an address; enter its name, such as Venmo';
}

/**
 * The error for a link elsewhere under a name that looks like that of a known service, or for the
 * community's name, if any.
 */
function imitationProblem({ service, url }: PaymentMethod, appName: string): string | undefined {
  if (hasOwnName(service, appName)) return `Service cannot have the name of ${appName}`;
  const looks = looksOf(service);
  const known = KNOWN_SERVICES.filter((one) =>
    looks.some((look) => look.includes(looksLike(one.service))),
  );
  const { hostname } = new URL(url);
  if (!known[0] || known.some(({ hosts }) => hosts.includes(hostname))) return undefined;
  return `This is not a link to ${known[0].service}`;
}
