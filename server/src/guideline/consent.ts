import { GUIDELINES_VERSION, type guideline } from '@kindpal/contract/guideline/contract';
import { and, eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { guidelineConsents } from '../db/schema/guideline.ts';
import { refusal } from '../transport/refusal.ts';

/** Records a member's consent to the current guidelines; a second time, nothing changes. [U1] */
export async function storeConsent(tx: Queries, member_id: string, now: Date): Promise<void> {
  await tx
    .insert(guidelineConsents)
    .values({ member_id, version: GUIDELINES_VERSION, agreed_at: now })
    .onConflictDoNothing();
}

/** Whether the caller has agreed to the current guidelines. */
export async function getConsent({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const [row] = await services.db.drizzle
    .select()
    .from(guidelineConsents)
    .where(
      and(
        eq(guidelineConsents.member_id, actor.id),
        eq(guidelineConsents.version, GUIDELINES_VERSION),
      ),
    );
  return { version: GUIDELINES_VERSION, agreed_at: row?.agreed_at.toISOString() ?? null };
}

/**
 * Agrees to the version that the caller has read. Throws GUIDELINES_CHANGED if it is no longer
 * current.
 */
export async function agree(call: MemberCall<typeof guideline.agree>) {
  const { services, actor } = call.context;
  if (call.input.version !== GUIDELINES_VERSION) throw refusal('GUIDELINES_CHANGED');
  await storeConsent(services.db.drizzle, actor.id, services.clock.now());
  return getConsent(call);
}
