import { domainToASCII } from 'node:url';
import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { ssoDomain } from '../db/schema/sso.ts';
import type { Services } from '../services.ts';
import { invalidField } from '../transport/refusal.ts';
import type { Provider } from './provider-settings.ts';

type Needs = Pick<Services, 'env' | 'db'>;

/** Public mailbox providers: no organization speaks for all their addresses. */
const MAILBOXES = new Set(
  `126.com 163.com aol.com att.net bellsouth.net bigpond.com btinternet.com charter.net comcast.net
   cox.net duck.com earthlink.net fastmail.com foxmail.com free.fr freenet.de gmail.com gmx.at gmx.ch
   gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.fr icloud.com
   juno.com laposte.net libero.it live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com
   orange.fr outlook.com pm.me posteo.de proton.me protonmail.com qq.com rocketmail.com sbcglobal.net
   sina.com t-online.de tuta.com verizon.net web.de yahoo.ca yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de
   yahoo.fr yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

/**
 * A normalized domain: lower case, ASCII, without a leading @ or trailing dot. [U11] Throws
 * INVALID_INPUT for an invalid one, and for public mailbox providers.
 */
export async function readDomain(typed: string): Promise<string> {
  const { parse } = await import('tldts');
  const domain = domainToASCII(typed.trim().replace(/^@/, '').replace(/\.$/, '')).toLowerCase();
  const read = parse(domain, { allowPrivateDomains: true, extractHostname: false });
  if (read.hostname !== domain || read.isIp || !domain.includes('.')) {
    throw invalidField('domain', 'Enter a domain, such as acme.example');
  }
  if (read.domain === null || MAILBOXES.has(domain)) {
    throw invalidField(
      'domain',
      'Anyone can have an address there. Enter a domain of one organization.',
    );
  }
  return domain;
}

/**
 * The provider that a domain belongs to, read on each use, so that a change applies on all nodes
 * at once. [U11]
 */
export async function findDomainProvider(
  { env, db }: Needs,
  domain: string,
): Promise<Provider | undefined> {
  const fixed = env.signInProviders.find((one) => one.domains.includes(domain));
  if (fixed) return fixed;
  const [given] = await db.drizzle
    .select({ id: ssoDomain.providerId })
    .from(ssoDomain)
    .where(eq(ssoDomain.domain, domain));
  return env.signInProviders.find(({ id }) => id === given?.id);
}

/**
 * Whether a provider is trusted for an address. An OpenID Connect provider says which addresses
 * it has verified; without configured domains it is not limited. [U11]
 */
export async function vouchesFor(
  needs: Needs,
  provider: Provider,
  email: string,
): Promise<boolean> {
  if (provider.kind === 'oidc' && provider.domains.length === 0) return true;
  const domain = email.split('@').at(-1) ?? '';
  if (provider.domains.includes(domain)) return true;
  return (await findDomainProvider(needs, domain))?.id === provider.id;
}

/** The domains that super admins assigned to providers, by name. */
export function listDomains(tx: Queries): Promise<{ domain: string; providerId: string }[]> {
  return tx
    .select({ domain: ssoDomain.domain, providerId: ssoDomain.providerId })
    .from(ssoDomain)
    .orderBy(asc(ssoDomain.domain));
}
