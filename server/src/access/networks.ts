import { isIPv6 } from 'node:net';
import { normalizeIP } from '@better-auth/core/utils/ip';

/** A network that a client counts as; a wide one holds several households. */
export type Network = { key: string; isWide: boolean };

/** The networks of an address: of IPv4 itself, of IPv6 its /64 and the /48 around it. */
export function networksOf(ip: string): Network[] {
  const [address = ip] = ip.split('%');
  if (!isIPv6(address)) return [{ key: address, isWide: false }];
  const narrow = normalizeIP(address, { ipv6Subnet: 64 });
  if (!narrow.includes(':')) return [{ key: narrow, isWide: false }];
  const wide = `${normalizeIP(address, { ipv6Subnet: 48 })}/48`;
  return [
    { key: narrow, isWide: false },
    { key: wide, isWide: true },
  ];
}
