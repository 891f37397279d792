import { countCharacters } from '../text/count-characters.ts';

/** How many payment methods a member can have, and the longest entry and service name. */
export const PAYMENT_LINKS_MAX = 10;
export const PAYMENT_ENTRY_MAX = 300;
export const PAYMENT_SERVICE_MAX = 40;

/**
 * A payment method. jsonb does not keep the order of its keys, so `order` increases as methods
 * are added.
 */
export type PaymentLink = {
  service: string;
  url: string;
  username?: string | undefined;
  order?: number;
};
export type PaymentLinks = Record<string, PaymentLink>;

/** How a member charges; `negotiable` names no amount. [R6] */
export const PAYMENT_PREFERENCES = ['hourly_rate', 'fixed_rate', 'negotiable'] as const;
export type PaymentPreference = (typeof PAYMENT_PREFERENCES)[number];

/** The steps in which a rate can be set. [R6] */
export const RATE_STEPS = { hourly_rate: 0.5, fixed_rate: 1 } as const;
export const RATE_MAX = 10_000;

type KnownService = {
  service: 'PayPal' | 'Cash App' | 'Venmo';
  /** Spellings of the service's name, lower case and without spaces. */
  spellings: readonly string[];
  /** Its hosts, matched exactly: 'paypal.me.example.org' belongs to somebody else. */
  hosts: readonly string[];
  /** The sign that starts a bare handle. */
  sign: '$' | '@' | null;
  /** The handle in the path of its addresses, as the first group. */
  path: RegExp;
  toUrl: (name: string) => string;
  problem: string;
};

const NAME = '([A-Za-z0-9][A-Za-z0-9._-]{0,63})';

/** The services whose links are read; one may have several entries. */
export const KNOWN_SERVICES: readonly KnownService[] = [
  {
    service: 'PayPal',
    spellings: ['paypal', 'paypal.me', 'paypalme'],
    hosts: ['paypal.me', 'www.paypal.me'],
    sign: null,
    path: new RegExp(`^/${NAME}/?$`),
    toUrl: (name) => `https://paypal.me/${name}`,
    problem: 'PayPal needs a link like https://paypal.me/yourname',
  },
  {
    service: 'PayPal',
    spellings: [],
    hosts: ['paypal.com', 'www.paypal.com'],
    sign: null,
    path: new RegExp(`^/paypalme/${NAME}/?$`),
    toUrl: (name) => `https://paypal.me/${name}`,
    problem: 'PayPal needs a link like https://paypal.me/yourname',
  },
  {
    service: 'Cash App',
    spellings: ['cashapp', 'cash'],
    hosts: ['cash.app', 'www.cash.app'],
    sign: '$',
    path: new RegExp(`^/\\$?${NAME}/?$`),
    toUrl: (name) => `https://cash.app/$${name}`,
    problem: 'Cash App needs a $cashtag, or a link like https://cash.app/$yourname',
  },
  {
    service: 'Venmo',
    spellings: ['venmo'],
    hosts: ['venmo.com', 'www.venmo.com', 'account.venmo.com'],
    sign: '@',
    path: new RegExp(`^/(?:u/|(?!u/?$))${NAME}/?$`),
    toUrl: (name) => `https://venmo.com/u/${name}`,
    problem: 'Venmo needs an @name, or a link like https://venmo.com/u/yourname',
  },
];

const OTHER_PROBLEM = 'Other services need a link that begins with https:// or http://';

/** The parsed payment method, or why it is refused. */
export type ReadPaymentLink = { link: PaymentLink } | { problem: string };

/**
 * Parses an entry as a payment method: a $cashtag, an @name or an address. Without a service name
 * it is inferred from the entry. Parsing its own result changes nothing. [R5]
 */
export function readPaymentLink({
  service,
  url,
}: {
  service: string;
  url: string;
}): ReadPaymentLink {
  const entry = url.trim();
  const named = service.trim();
  if (!entry) return { problem: 'Please enter a link, a $cashtag or an @name' };
  if (entry.length > PAYMENT_ENTRY_MAX) return { problem: 'This link is too long' };
  if (countCharacters(named) > PAYMENT_SERVICE_MAX) {
    return { problem: `Service must be ${PAYMENT_SERVICE_MAX} characters or less` };
  }
  const known = named ? knownByName(named) : knownByEntry(entry);
  if (known.length > 0) return readKnown(known, entry);
  const address = readAddress(entry);
  if (!address) return { problem: OTHER_PROBLEM };
  return { link: { service: named || 'Other', url: address.href } };
}

function knownByName(named: string): KnownService[] {
  const spelling = named.toLowerCase().replace(/\s+/g, '');
  const service = KNOWN_SERVICES.find(({ spellings }) => spellings.includes(spelling))?.service;
  return KNOWN_SERVICES.filter((known) => known.service === service);
}

function knownByEntry(entry: string): KnownService[] {
  const host = readAddress(withScheme(entry))?.hostname;
  const service = KNOWN_SERVICES.find(
    ({ sign, hosts }) => (sign && entry.startsWith(sign)) || (host && hosts.includes(host)),
  )?.service;
  return KNOWN_SERVICES.filter((known) => known.service === service);
}

function readKnown(known: KnownService[], entry: string): ReadPaymentLink {
  for (const { service, sign, hosts, path, toUrl } of known) {
    const address = readAddress(withScheme(entry));
    const fromAddress =
      address && hosts.includes(address.host) ? path.exec(decodePath(address))?.[1] : undefined;
    const bare = sign && entry.startsWith(sign) ? entry.slice(1) : undefined;
    const name = fromAddress ?? (bare && new RegExp(`^${NAME}$`).test(bare) ? bare : undefined);
    if (name) return { link: { service, url: toUrl(name), username: `${sign ?? ''}${name}` } };
  }
  return { problem: known[0]?.problem ?? OTHER_PROBLEM };
}

/** People often omit https://. */
function withScheme(entry: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(entry) ? entry : `https://${entry}`;
}

/**
 * An http(s) address of a public host, or null. User info before the host, spaces and invisible
 * characters are refused: they can disguise where a link leads.
 */
function readAddress(entry: string): URL | null {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(entry) || /[<>"'`\\^{}|]/.test(entry)) return null;
  const address = URL.canParse(entry) ? new URL(entry) : null;
  if (!address || address.username || address.password) return null;
  const isPublic = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(address.hostname);
  return isPublic && !/^https?:\/\/[^/?#]*@/i.test(entry) ? address : null;
}

function decodePath({ pathname }: URL): string {
  return pathname.replace(/%24/g, '$');
}

/** The $cashtag of a sitter's links, which the owner of their job sees; null without one. [J8] */
export function cashAppHandleOf(links: PaymentLinks): string | null {
  const link = Object.values(links).find(({ service }) => service === 'Cash App');
  const read = link && readPaymentLink(link);
  return read && 'link' in read ? (read.link.username ?? null) : null;
}

/**
 * Applies changes to the stored links: null removes a method, others are added or replaced.
 * Returns the error if the result is not allowed. [R5]
 */
export function mergePaymentLinks(
  kept: PaymentLinks,
  changes: Record<string, PaymentLink | null>,
): { links: PaymentLinks } | { problem: string } {
  let order = Math.max(0, ...Object.values(kept).map((link) => link.order ?? 0));
  const added = Object.entries(changes).map(([key, link]): [string, PaymentLink | null] => {
    if (!link) return [key, null];
    return [key, { ...link, order: kept[key]?.order ?? ++order }];
  });
  const all = Object.entries({ ...kept, ...Object.fromEntries(added) });
  const links = Object.fromEntries(
    all.filter((entry): entry is [string, PaymentLink] => !!entry[1]),
  );
  const urls = Object.values(links).map(({ url }) => url);
  if (new Set(urls).size < urls.length) return { problem: 'You have added this one already' };
  if (urls.length > PAYMENT_LINKS_MAX) {
    return { problem: `Up to ${PAYMENT_LINKS_MAX} payment methods` };
  }
  return { links };
}

/** Methods in the order they were added; those stored before `order` existed come first. [R5] */
export function inOrderAdded(links: PaymentLinks): [key: string, link: PaymentLink][] {
  return Object.entries(links).sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0));
}

export type Rates = {
  payment_preference: PaymentPreference | null;
  hourly_rate_amount: number | null;
  fixed_rate_amount: number | null;
};

/**
 * Keeps only the amount that matches the preference; negotiable and no preference keep none. [R6]
 */
export function keepRates(rates: Rates): Rates {
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = rates;
  return {
    payment_preference,
    hourly_rate_amount: payment_preference === 'hourly_rate' ? hourly_rate_amount : null,
    fixed_rate_amount: payment_preference === 'fixed_rate' ? fixed_rate_amount : null,
  };
}
