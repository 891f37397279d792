import { errors, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../db/client.ts';
import { ALGORITHM } from './key-rotation.ts';
import { createKnownKeys } from './known-keys.ts';

/** How long an access token works, in ms. [U7] */
export const ACCESS_MS = 15 * 60 * 1000;
/** How many verified tokens are remembered: their signatures are not checked again. */
const REMEMBERED = 5_000;

/** `proofs` are the ways the member proved their identity, with times. [U13] */
export type TokenClaims = {
  sub: string;
  sid: string;
  expiresAt: Date;
  aal?: 'aal1' | 'aal2';
  /** The session has yet to show a second factor. */
  awaitsFactor?: boolean;
  proofs?: { method: string; at: Date }[];
};

/** The session that an access token names. */
export type NamedSession = { id: string; awaitsFactor: boolean };

/** Access tokens of API clients: signing, verifying, and the public keys. [U14] */
export type SigningKeys = {
  sign(claims: TokenClaims): Promise<string>;
  /** The session of a valid, unexpired token, as it was when the token was issued; or null. */
  findSession(token: string): Promise<NamedSession | null>;
  /** The problem with a token's signature, in the words of A§8; null when valid. */
  findSignatureProblem(token: string): Promise<string | null>;
  listPublic(): Promise<JWK[]>;
};

type Needs = { db: Database; secret: string; issuer: string; now: () => Date };

/** Keys are shared by all nodes; the newest active one signs, all stored ones verify. [U14] */
export function createSigningKeys({ db, secret, issuer, now }: Needs): SigningKeys {
  const known = createKnownKeys({ db, secret, now });
  const verified = new Map<string, { session: NamedSession; until: number }>();

  const verify = (token: string) =>
    jwtVerify(token, ({ kid }) => known.getVerifier(kid), {
      algorithms: [ALGORITHM],
      issuer,
      currentDate: now(),
      requiredClaims: ['sub', 'sid', 'exp'],
    });

  return {
    async sign({ sub, sid, expiresAt, aal = 'aal1', awaitsFactor = false, proofs = [] }) {
      const { id, signer } = await known.getSigner();
      const amr = proofs.map(({ method, at }) => ({
        method,
        timestamp: Math.floor(at.getTime() / 1000),
      }));
      const role = 'authenticated';
      return new SignJWT({ sid, session_id: sid, role, aal, amr, awaits_factor: awaitsFactor })
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(role)
        .setIssuedAt(now())
        .setExpirationTime(expiresAt)
        .sign(signer);
    },
    async findSession(token) {
      const remembered = verified.get(token);
      if (remembered && remembered.until > now().getTime()) return remembered.session;
      try {
        const { payload } = await verify(token);
        const session = { id: String(payload.sid), awaitsFactor: payload.awaits_factor === true };
        if (verified.size >= REMEMBERED) verified.clear();
        verified.set(token, { session, until: Number(payload.exp) * 1000 });
        return session;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    async findSignatureProblem(token) {
      try {
        await verify(token);
        return null;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        if ((await known.list()).length === 0) return 'JWKS is empty';
        // Claims are checked only after the signature.
        const isSigned =
          error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
        return isSigned ? null : 'Invalid JWT signature';
      }
    },
    async listPublic() {
      await known.getSigner();
      return (await known.list()).map((key) => key.publicKey);
    },
  };
}
