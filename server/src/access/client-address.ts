import type { IncomingMessage } from 'node:http';
import type { Env } from '../env.ts';

/**
 * The client's address: the connection's, or behind `trustProxy` proxies the entry that the
 * outermost of them added. Entries that the client itself sends are ignored.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { trustProxy }: Pick<Env, 'trustProxy'>,
): string {
  const direct = socket.remoteAddress ?? 'unknown';
  if (trustProxy === 0) return direct;
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return withoutPort(hops.at(-trustProxy) ?? direct);
}

/**
 * Some proxies add the client's port, which changes with each connection: counted with it, every
 * connection would be another network.
 */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
