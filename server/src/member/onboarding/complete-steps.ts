import { sitterOnboardingProblem } from '@kindpal/contract/member/onboarding';
import type { ProfileEdit } from '@kindpal/contract/member/schema';
import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import { invalidField, notFound, refusal } from '../../transport/refusal.ts';
import { canOwn, canSit, type OwnMember } from '../policy.ts';
import { findMember, type MemberRow } from '../queries.ts';

/**
 * Sets the onboarding flags for clients that save each step as a profile. A flag requires the
 * same as the step's own call: INVALID_INPUT names what is missing, FORBIDDEN is for steps of the
 * other role. Owners have no sitter steps: that flag is set with their own. [O1] [O2] [X2]
 */
export async function completeSteps(
  tx: Queries,
  { id }: OwnMember,
  edit: ProfileEdit,
): Promise<void> {
  const { onboarding_completed, pet_onboarding_completed } = edit;
  if (!onboarding_completed && !pet_onboarding_completed) return;
  const row = await findMember(tx, id);
  if (!row) throw notFound();
  if (pet_onboarding_completed) requirePetSteps(row);
  if (onboarding_completed && canSit(row.role)) {
    const problem = sitterOnboardingProblem(row);
    if (problem) throw invalidField(problem.path, problem.message);
  } else if (onboarding_completed && !pet_onboarding_completed && !row.pet_onboarding_completed) {
    throw refusal('FORBIDDEN');
  }
  await tx
    .update(users)
    .set({ onboarding_completed, pet_onboarding_completed })
    .where(eq(users.id, id));
}

function requirePetSteps(row: MemberRow): void {
  if (!canOwn(row.role)) throw refusal('FORBIDDEN');
  if (!row.has_pet) throw invalidField('pet_onboarding_completed', 'Please add a pet first');
  if (!row.location) throw invalidField('location', 'Location is required');
}
