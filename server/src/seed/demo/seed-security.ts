import { inArray } from 'drizzle-orm';
import { makeToken } from '../../account/tokens.ts';
import type { Queries } from '../../db/client.ts';
import { authSession } from '../../db/schema/account.ts';
import { securityEvent } from '../../db/schema/security.ts';

const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** Gives every member a phone that is signed in, and some security events. */
export async function seedSecurity(tx: Queries, ids: string[], now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const sessions = await tx
    .insert(authSession)
    .values(
      ids.map((userId) => ({
        token: makeToken(),
        userId,
        userAgent: PHONE,
        createdAt: ago(16),
        updatedAt: ago(2),
        expiresAt: ago(-28),
      })),
    )
    .returning({ id: authSession.id });
  // The trigger has recorded the sign-ins as of now.
  await tx
    .update(securityEvent)
    .set({ createdAt: ago(16) })
    .where(
      inArray(
        securityEvent.id,
        sessions.map(({ id }) => id),
      ),
    );
  await tx.insert(securityEvent).values(
    ids.flatMap((userId) => [
      { userId, kind: 'signed_in' as const, userAgent: COMPUTER, createdAt: ago(31) },
      {
        userId,
        kind: 'sign_in_failed' as const,
        times: 3,
        userAgent: COMPUTER,
        createdAt: ago(12),
      },
      { userId, kind: 'session_ended' as const, userAgent: COMPUTER, createdAt: ago(5) },
    ]),
  );
}
