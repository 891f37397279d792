/** Social services and the hosts that their links may have, null for any. [R3] */
const HOSTS = {
  website: null,
  instagram: ['instagram.com', 'www.instagram.com'],
  facebook: ['facebook.com', 'www.facebook.com', 'm.facebook.com'],
} as const;
export type SocialService = keyof typeof HOSTS;
export const SOCIAL_SERVICES = Object.keys(HOSTS) as SocialService[];

export const SOCIAL_LABELS: Record<SocialService, string> = {
  website: 'Website',
  instagram: 'Instagram',
  facebook: 'Facebook',
};

/** A public host name: no IP address, and no name of a local network. */
const PUBLIC_HOST = /\.(?!local$|localhost$|internal$|lan$|home$|arpa$)[a-z][a-z0-9-]*[a-z0-9]$/;
/**
 * The only query parameter kept, because it can identify a member; others might redirect
 * anywhere.
 */
const NAMING_PARAMETER = 'id';

/** The URL of a link as typed, with or without https://; null if it isn't one. */
export function readSocialLink(service: SocialService, typed: string): string | null {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const hosts: readonly string[] | null = HOSTS[service];
  const isPlain = !url.username && !url.password && !url.port && PUBLIC_HOST.test(url.hostname);
  if (!isPlain || (hosts && (!hosts.includes(url.hostname) || url.pathname === '/'))) return null;
  url.protocol = 'https:';
  if (hosts) {
    const id = url.searchParams.get(NAMING_PARAMETER);
    url.search = id ? `?${new URLSearchParams({ [NAMING_PARAMETER]: id })}` : '';
    url.hash = '';
  }
  return url.href;
}
