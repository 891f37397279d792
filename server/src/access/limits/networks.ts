import { isIPv6 } from 'node:net';

/** A network under which a client is counted; a wide one holds several households. */
export type Network = { key: string; isWide: boolean };

/**
 * The networks of an address: for IPv4 the address itself, for IPv6 its /64 and the /48 around
 * it.
 */
export function networksOf(ip: string): [Network, ...Network[]] {
  const [address = ip] = ip.split('%');
  if (!isIPv6(address)) return [{ key: address, isWide: false }];
  const groups = groupsOf(address);
  const mapped = findMappedAddress(groups);
  if (mapped) return [{ key: mapped, isWide: false }];
  const network = (kept: number) => groups.map((group, at) => (at < kept ? group : '0000'));
  return [
    { key: network(4).join(':'), isWide: false },
    { key: `${network(3).join(':')}/48`, isWide: true },
  ];
}

/** The narrower of them, which holds a single household. */
export const networkOf = (ip: string): string => networksOf(ip)[0].key;

/** The widest of them, so that nobody gets more turns by changing addresses. */
export const widestNetworkOf = (ip: string): string => (networksOf(ip).at(-1) as Network).key;

/** The eight groups of an IPv6 address, four hexadecimal digits each. */
function groupsOf(address: string): string[] {
  // A URL normalizes every spelling of an IPv6 address.
  const [front = '', back = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [front, back].map((part) => (part ? part.split(':') : [])) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0'));
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, if it is one. */
function findMappedAddress(groups: string[]): string | null {
  if (groups.slice(0, 6).join('') !== `${'0'.repeat(20)}ffff`) return null;
  return [...Buffer.from(groups.slice(6).join(''), 'hex')].join('.');
}
