import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import { networkOf } from '../../access/limits/networks.ts';
import type { Queries } from '../../db/client.ts';
import { authSession, refreshToken } from '../../db/schema/account.ts';
import { makeToken } from '../tokens.ts';

/** How long a client may reuse a token because its requests overlapped, in seconds. [U7] */
const REUSE_SECONDS = 10;
/** Requests that overlap see no more renewals than this in between. */
const REUSE_STEPS = 20;

type Needs = { tx: Queries; secret: string };

/** Issues a session's first refresh token. [U7] */
export async function issueRefreshToken({ tx, secret }: Needs, sessionId: string): Promise<string> {
  return insertToken({ tx, secret }, { sessionId, token: makeToken() });
}

async function insertToken(
  { tx, secret }: Needs,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<string> {
  await tx.insert(refreshToken).values({ sessionId, tokenHash: keyed(secret, 'token', token) });
  return token;
}

type Found = { sessionId: string; tokenHash: Buffer };

/**
 * The live session of a refresh token, used or not, and the token's keyed hash; null if unknown.
 * `isReused` as in `redeemRefreshToken`, before the session is locked.
 */
export async function findRefreshToken(
  { tx, secret }: Needs,
  { token, client }: { token: string; client: Buffer },
): Promise<(Found & { isReused: boolean }) | null> {
  const tokenHash = keyed(secret, 'token', token);
  const [known] = await tx
    .select({
      sessionId: refreshToken.sessionId,
      isReused: sql<boolean>`${refreshToken.replacedAt} is not null and not ${isRepeatBy(client)}`,
    })
    .from(refreshToken)
    .innerJoin(authSession, eq(authSession.id, refreshToken.sessionId))
    .where(and(eq(refreshToken.tokenHash, tokenHash), gt(authSession.expiresAt, sql`now()`)));
  return known ? { ...known, tokenHash } : null;
}

/**
 * Uses up a refresh token and returns its session and the next token; null if it is gone.
 * `reused` means that it was used before, so somebody else has a copy. The same client may repeat
 * itself within seconds and gets the same next token. [U7]
 */
export async function redeemRefreshToken(
  { tx, secret }: Needs,
  { token, sessionId, tokenHash, client }: Found & { token: string; client: Buffer },
): Promise<{ sessionId: string; token: string } | { sessionId: string; reused: true } | null> {
  const isThis = eq(refreshToken.tokenHash, tokenHash);
  // The session before its tokens, in the same order as whatever ends the session.
  await tx
    .select({ id: authSession.id })
    .from(authSession)
    .where(eq(authSession.id, sessionId))
    .for('no key update');
  const [redeemed] = await tx
    .update(refreshToken)
    .set({ replacedAt: sql`clock_timestamp()`, replacedBy: client })
    .where(and(isThis, isNull(refreshToken.replacedAt)))
    .returning({ sessionId: refreshToken.sessionId });
  if (redeemed) {
    const next = keyed(secret, 'successor', token).toString('base64url');
    return { ...redeemed, token: await insertToken({ tx, secret }, { ...redeemed, token: next }) };
  }
  return findNewest({ tx, secret }, { token, client });
}

/**
 * Follows the chain of tokens for some steps, as long as this client has just replaced each of
 * them. Each is derived from the previous one with the secret, so only hashes are stored.
 */
async function findNewest(
  { tx, secret }: Needs,
  { token, client }: { token: string; client: Buffer },
) {
  const isRepeat = isRepeatBy(client);
  let current = token;
  for (let step = 0; ; step++) {
    const [row] = await tx
      .select({ sessionId: refreshToken.sessionId, replacedAt: refreshToken.replacedAt, isRepeat })
      .from(refreshToken)
      .where(eq(refreshToken.tokenHash, keyed(secret, 'token', current)));
    if (!row) return null;
    const { sessionId } = row;
    if (row.replacedAt === null) return { sessionId, token: current };
    if (!row.isRepeat || step === REUSE_STEPS) return { sessionId, reused: true as const };
    current = keyed(secret, 'successor', current).toString('base64url');
  }
}

const isRepeatBy = (client: Buffer): SQL<boolean> =>
  sql`coalesce(${refreshToken.replacedBy} = ${client}
    and ${refreshToken.replacedAt} > clock_timestamp() - make_interval(secs => ${REUSE_SECONDS}), false)`;

/** Identifies a client by its network and user agent, as a keyed hash. */
export function clientOf({ services, request, ip }: RequestContext): Buffer {
  return keyed(services.secret, 'client', `${networkOf(ip)} ${request.headers['user-agent']}`);
}

/** Keyed with the secret: changing it invalidates every refresh token. */
function keyed(secret: string, purpose: 'token' | 'successor' | 'client', text: string): Buffer {
  return createHmac('sha256', secret).update(`refresh ${purpose} ${text}`).digest();
}
