import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { RequestOptions } from 'node:http';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Env } from '../env.ts';
import { TIMEOUTS } from '../timeouts.ts';

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
 * Options of a request to an address that a member entered, until `signal` aborts: in production
 * it only connects to public hosts.
 */
export function publicOnly({ mode }: Pick<Env, 'mode'>, signal: AbortSignal): RequestOptions {
  const lookup = mode === 'test' ? undefined : lookUpPublic(signal);
  return { agent: false, signal, ...(lookup && { lookup }) };
}

/**
 * Resolves a host name for a connection, and refuses it if any address is not public. The checked
 * address is the one connected to, so that a second DNS answer can't differ.
 */
function lookUpPublic(signal: AbortSignal): LookupFunction {
  return (hostname, { all }, done) => {
    resolveName(hostname, signal).then(
      (found) => {
        const [first] = found;
        if (!first || found.some(({ address }) => !isPublicAddress(address))) {
          return done(new Error(`${hostname} is not a public host`), '', 0);
        }
        return all ? done(null, found) : done(null, first.address, first.family);
      },
      (error) => done(error, '', 0),
    );
  };
}

/**
 * All addresses of a name in DNS. `dns.lookup` would occupy one of the few threads on which the
 * whole process looks up names, as long as a member's name server wants, and can't be canceled.
 */
async function resolveName(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: TIMEOUTS.nameAnswer, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    // A machine without IPv6 notices that at once, whereas an attempt with IPv4 has little time
    // while others remain: so IPv4 is tried last.
    const answers = await Promise.allSettled([
      resolver.resolve6(hostname),
      resolver.resolve4(hostname),
    ]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 6 : 4 }))
        : [],
    );
    const [, failure] = answers;
    if (found.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Whether a member's address may be connected to: in production only https on a public host. */
export function mayConnectTo(address: string, { mode }: Pick<Env, 'mode'>): boolean {
  const url = new URL(address);
  if (mode === 'test') return true;
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  if (url.protocol !== 'https:' || !isPlain) return false;
  const literal = literalAddress(url);
  return literal === null || isPublicAddress(literal);
}
