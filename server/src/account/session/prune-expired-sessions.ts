import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  authSession,
  authVerification,
  emailChange,
  emailUndo,
  oneTimeCode,
  refreshToken,
} from '../../db/schema/account.ts';
import { factor, factorChallenge, trustedDevice } from '../../db/schema/factor.ts';
import { passkeyChallenge } from '../../db/schema/passkey.ts';
import { ssoFlow } from '../../db/schema/sso.ts';
import type { Services } from '../../services.ts';
import { SESSION_SECONDS } from '../auth.ts';

/**
 * Removes expired sessions, mailed tokens and pending addresses, used tokens, and second factors
 * that were never verified. [U7] [U13]
 */
export async function pruneExpiredSessions({ db }: Services): Promise<void> {
  const lasting = [authSession, authVerification, emailChange, emailUndo, oneTimeCode];
  for (const table of [...lasting, factorChallenge, trustedDevice, passkeyChallenge, ssoFlow]) {
    await prune(db, table, lt(table.expiresAt, sql`now()`));
  }
  const isLeft = lt(factor.createdAt, sql`now() - interval '1 day'`);
  await prune(db, factor, and(eq(factor.status, 'unverified'), isLeft));
  // Kept as long as an unused session: a token that is used again reveals a thief only while known.
  const unused = sql`now() - make_interval(secs => ${SESSION_SECONDS})`;
  await prune(db, refreshToken, lt(refreshToken.replacedAt, unused));
}

/** Leaves rows that a call is just ending to the next time: waiting for them could deadlock. */
async function prune({ drizzle }: Services['db'], table: PgTable, which?: SQL): Promise<void> {
  await drizzle.execute(sql`
    with held as materialized (select ctid from ${table} where ${which} for update skip locked)
    delete from ${table} using held where ${table}.ctid = held.ctid`);
}
