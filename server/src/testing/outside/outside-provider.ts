import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { answerWith } from './answer-with.ts';

/** Somebody with an account at the provider. */
export type OutsideAccount = { sub: string; email: string; email_verified: boolean };

/** A certified OpenID Connect provider on its own port, for a product at this address. */
export async function startOutsideProvider(appUrl = 'http://localhost:3000') {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { somebody: null as OutsideAccount | null };
  const accounts = new Map<string, OutsideAccount>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'kindpal',
        client_secret: 'a secret of this client, long enough',
        redirect_uris: ['', '/work', '/northside'].map((id) => `${appUrl}/auth/v1/callback${id}`),
      },
    ],
    cookies: { keys: ['cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  });
  const answer = provider.callback();
  server.on(
    'request',
    answerWith(async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response);
      const { params } = await provider.interactionDetails(request, response);
      if (!state.somebody) {
        return provider.interactionFinished(request, response, { error: 'access_denied' });
      }
      const { sub } = state.somebody;
      accounts.set(sub, state.somebody);
      const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) });
      grant.addOIDCScope('openid email');
      await provider.interactionFinished(request, response, {
        login: { accountId: sub },
        consent: { grantId: await grant.save() },
      });
    }),
  );
  return {
    issuer,
    /** The setting that configures it in the product. */
    setting: {
      id: 'work',
      name: 'Northside Housing',
      issuer,
      client_id: 'kindpal',
      client_secret: 'a secret of this client, long enough',
    },
    /** Who signs in next; null cancels. */
    signInAs(somebody: OutsideAccount | null) {
      state.somebody = somebody;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type OutsideProvider = Awaited<ReturnType<typeof startOutsideProvider>>;

/**
 * Opens the provider's page like a browser with cookies, follows it to the end, and returns the
 * query with which the browser comes back to the product.
 */
export async function passThrough(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = new URL(answer.headers.get('location') ?? '', next);
    if (location.pathname.startsWith('/auth/v1/callback/')) return location.search;
    next = location.href;
  }
  throw new Error('the provider never sent the browser back');
}
