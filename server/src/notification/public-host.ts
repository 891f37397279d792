import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Env } from '../env.ts';

const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, prefix, 'ipv4');
}
// Of IPv6 only global unicast is public, without ranges that map to IPv4 or are for
// documentation.
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inside.addSubnet(net, prefix, 'ipv6');
}

/** Whether an IP address is public: not in a private network or on this machine. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global.check(address, 'ipv6') && !inside.check(address, 'ipv6');
  return isIP(address) === 4 && !inside.check(address, 'ipv4');
}

/** The IP address in a URL; null for a host name. */
function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : null;
}

/**
 * Resolves a host name for a connection, and refuses it if any address is not public. The checked
 * address is the one connected to, so that a second DNS answer can't differ.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !isPublicAddress(address))) {
      return done(new Error(`${hostname} is not a public host`), '', 0);
    }
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

/** Whether a member's address may be connected to: in production only https on a public host. */
export function mayConnectTo(address: string, { mode }: Pick<Env, 'mode'>): boolean {
  const url = new URL(address);
  if (mode === 'test') return true;
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  if (url.protocol !== 'https:' || !isPlain) return false;
  const literal = literalAddress(url);
  return literal === null || isPublicAddress(literal);
}
