import { eq } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import { authSession } from '../db/schema/account.ts';
import { isRecent } from './policy.ts';
import { countRecoveryCodes, listOwnFactors } from './queries.ts';

/**
 * The caller's factors, the number of recovery codes left, and whether they may change them now.
 * [U13]
 */
export async function listFactors({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const [session] = await drizzle
    .select({ confirmedAt: authSession.confirmedAt })
    .from(authSession)
    .where(eq(authSession.id, actor.session_id));
  return {
    items: await listOwnFactors(drizzle, actor.id),
    recovery_codes_left: await countRecoveryCodes(drizzle, actor.id),
    is_confirmed: session !== undefined && isRecent(services, session.confirmedAt),
  };
}
