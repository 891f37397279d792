import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { answerWith } from './answer-with.ts';

const HALF_A_YEAR = 15_777_000;
const CLIENT = { id: 'org.kindpal.web', team: 'TEAM123456', key: 'KEY1234567' };

/**
 * A provider on its own port that follows Apple's documentation for Sign in with Apple: addresses
 * only by `form_post`, an ES256-signed client secret, `email_verified` as text, codes used once.
 */
export async function startAppleLikeProvider(appUrl = 'http://localhost:3000') {
  const callback = `${appUrl}/auth/v1/callback`;
  const signing = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(signing.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' };
  const client = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const state = { somebody: null as { sub: string; email: string } | null };
  const codes = new Map<string, { sub: string; email: string; nonce: string }>();
  /** The secrets it has received. */
  const secrets: string[] = [];

  async function answerToken(body: URLSearchParams): Promise<[number, object]> {
    const secret = body.get('client_secret') ?? '';
    secrets.push(secret);
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, client.publicKey, {
        algorithms: ['ES256'],
        issuer: CLIENT.team,
        subject: CLIENT.id,
        audience: issuer,
      });
      const isLong = (payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1000 + HALF_A_YEAR;
      if (protectedHeader.kid !== CLIENT.key || isLong) throw new Error('another key, or too long');
    } catch {
      return [400, { error: 'invalid_client' }];
    }
    const code = body.get('code') ?? '';
    const known = codes.get(code);
    if (!codes.delete(code) || !known || body.get('redirect_uri') !== callback) {
      return [400, { error: 'invalid_grant' }];
    }
    const { nonce, ...somebody } = known;
    const id_token = await new SignJWT({ ...somebody, email_verified: 'true', nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'apple' })
      .setIssuer(issuer)
      .setAudience(CLIENT.id)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(signing.privateKey);
    return [200, { access_token: 'token', token_type: 'bearer', expires_in: 3600, id_token }];
  }

  function answerAuthorize(query: URLSearchParams): [number, string] {
    const isForm = query.get('response_mode') === 'form_post';
    if (query.get('scope')?.includes('email') && !isForm) {
      return [400, 'response_mode must be form_post when name or email scope is requested.'];
    }
    const fields: Record<string, string> = { state: query.get('state') ?? '' };
    if (state.somebody) {
      const code = randomUUID();
      codes.set(code, { ...state.somebody, nonce: query.get('nonce') ?? '' });
      const user = { name: { firstName: 'Kindpal', lastName: 'Support' } };
      Object.assign(fields, { code, user: encodeURIComponent(JSON.stringify(user)) });
    } else {
      fields.error = 'user_cancelled_authorize';
    }
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return [200, `<form method="post" action="${callback}">${inputs.join('')}</form>`];
  }

  const server = createServer(
    answerWith(async (request, response) => {
      const url = new URL(request.url ?? '', issuer);
      if (url.pathname === '/auth/authorize') {
        const [status, page] = answerAuthorize(url.searchParams);
        response.writeHead(status, { 'content-type': 'text/html' }).end(page);
        return;
      }
      let body = '';
      for await (const piece of request) body += piece;
      const [status, answer] =
        url.pathname === '/auth/token'
          ? await answerToken(new URLSearchParams(body))
          : [200, url.pathname === '/auth/keys' ? { keys: [jwk] } : metadata()];
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth/authorize`,
    token_endpoint: `${issuer}/auth/token`,
    jwks_uri: `${issuer}/auth/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  });
  return {
    /** The setting that configures it in the product. */
    setting: {
      preset: 'apple',
      client_id: CLIENT.id,
      team_id: CLIENT.team,
      key_id: CLIENT.key,
      private_key: client.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      issuer,
    },
    secrets,
    /** Who signs in next; null cancels. */
    signInAs(somebody: { sub: string; email: string } | null) {
      state.somebody = somebody;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
