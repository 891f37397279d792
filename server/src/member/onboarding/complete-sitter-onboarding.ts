import type { member as memberCalls } from '@kindpal/contract/member/contract';
import { sitterOnboardingProblem } from '@kindpal/contract/member/onboarding';
import type { Profile } from '@kindpal/contract/member/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import { holdSelf } from '../../access/hold-member.ts';
import { users } from '../../db/schema/member.ts';
import { deleteDraft } from '../../draft/drafts.ts';
import { invalidField, notFound, refusal } from '../../transport/refusal.ts';
import { authorizeEdit, canSit } from '../policy.ts';
import { presentOwnProfile } from '../present.ts';
import { findOwnProfile } from '../queries.ts';

/**
 * Completes a sitter's onboarding: sets the flag and deletes the draft; the steps were saved
 * before. Throws FORBIDDEN for owners, INVALID_INPUT while a required field is missing. [O2]
 */
export async function completeSitterOnboarding({
  context,
}: MemberCall<typeof memberCalls.completeSitterOnboarding>): Promise<Profile> {
  const { services, actor } = context;
  if (!canSit(actor.role)) throw refusal('FORBIDDEN');
  const member = authorizeEdit(actor, actor);
  return services.db.drizzle.transaction(async (tx) => {
    await holdSelf(tx, actor);
    await tx.update(users).set({ onboarding_completed: true }).where(eq(users.id, member.id));
    await deleteDraft(tx, { userId: actor.id, formType: 'pet_sitter_onboarding' });
    const row = await findOwnProfile(tx, actor.id);
    if (!row) throw notFound();
    const problem = sitterOnboardingProblem(row);
    if (problem) throw invalidField(problem.path, problem.message);
    return presentOwnProfile(row, services.clock.now());
  });
}
