import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import type { Services } from '../services.ts';
import type { TestMember } from './factories.ts';
import type { TestKindpal } from './test-kindpal.ts';

/** The product behind a real HTTP server, on a free local port. */
export type TestServer = {
  url: string;
  /** A request as a member's browser, or a visitor's, would send it. */
  fetch(path: string, init?: RequestInit & { as?: TestMember | null }): Promise<Response>;
  close(): Promise<void>;
};

export async function startTestServer({ services }: TestKindpal): Promise<TestServer> {
  const server = createApp(services).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    fetch(path, { as = null, ...init } = {}) {
      const headers = new Headers(init.headers);
      const others = headers.get('cookie');
      const own = as && sessionCookie(services, as);
      if (own) headers.set('cookie', others ? `${others}; ${own}` : own);
      return fetch(url + path, { ...init, headers });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The cookie of a member's session, as their browser sends it. */
export function sessionCookie({ auth, secret }: Services, { credential }: TestMember): string {
  const signature = createHmac('sha256', secret).update(credential.value).digest('base64');
  return `${auth.cookie.name}=${encodeURIComponent(`${credential.value}.${signature}`)}`;
}
