import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Answer, answerWith } from './answer-with.ts';

/** A provider that responds with whatever a test wants, or not at all. */
export async function startLyingProvider() {
  const [good, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'key', alg: 'RS256', use: 'sig' };
  const lie = {
    claims: {} as JWTPayload,
    isForged: false,
    isSilent: false,
    isDown: false,
    /** Answers every request instead. */
    answer: null as Answer | null,
    /** Makes the identity token from these claims instead. */
    sign: null as ((claims: JWTPayload) => string | Promise<string>) | null,
  };
  /** The paths that were requested. */
  const asked: string[] = [];
  const server = createServer(
    answerWith(async (request, response) => {
      asked.push(request.url ?? '');
      if (lie.isSilent) return;
      if (lie.answer) return lie.answer(request, response);
      if (lie.isDown) {
        response.writeHead(502).end('Bad gateway');
        return;
      }
      const body = await bodyOf(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function bodyOf(path: string): Promise<object> {
    if (path === '/keys') return { keys: [jwk] };
    if (path !== '/token') {
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    }
    const claims = { email: 'pat@example.org', email_verified: true, ...lie.claims };
    const id_token = lie.sign
      ? await lie.sign(claims)
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'key' })
          .sign(lie.isForged ? other.privateKey : good.privateKey);
    return { access_token: 'token', token_type: 'bearer', id_token };
  }
  return {
    issuer,
    setting: { id: 'liar', name: 'Liar', issuer, client_id: 'kindpal', client_secret: 'secret' },
    lie,
    asked,
    /** Its own public key, and another key pair. */
    jwk,
    other,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
