import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile, ProfileEdit, Role } from '@kindpal/contract/member/schema';
import type { MemberCall } from '../access/call.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { removeReplacedImage } from '../files/remove-orphan-images.ts';
import { invalidField, notFound, refusal } from '../transport/refusal.ts';
import { completeSteps } from './complete-steps.ts';
import { requireHonestNames, requireHonestServices, requireHonestUsername } from './honest-name.ts';
import { presentOwnProfile } from './present.ts';
import { findMember } from './queries.ts';
import { updateAvailability } from './update-availability.ts';
import { updatePayment } from './update-payment.ts';
import { writeEdit, writePhoto } from './write-profile.ts';

/**
 * Changes the caller's own profile; what is left out stays, an empty text counts as none. A photo
 * that is replaced or removed is deleted when nothing else refers to it. [R3] [R4]
 * Throws FORBIDDEN for another member's, NOT_FOUND when there is no such member, and
 * AVAILABILITY_CHANGED for an availability that was made upon another one than is kept.
 */
export async function updateProfile({
  input,
  context,
}: MemberCall<typeof memberCalls.update>): Promise<Profile> {
  const { services, actor } = context;
  const { id, ...edit } = input;
  if (id !== actor.id) {
    const other = await findMember(services.db.drizzle, id);
    throw other && !other.suspended_at ? refusal('FORBIDDEN') : notFound();
  }
  await requireHonestNames(services, id, edit);
  requireHonestUsername(services.env, edit.username);
  requireHonestServices(edit.payment_links);
  const now = services.clock.now();
  const write = (tx: Queries) => writeProfile(tx, { id, role: actor.role, edit, now });
  const { saved, replaced } = await services.db.drizzle.transaction(write).catch((error) => {
    if (!isUniqueViolation(error, 'users_username_unique')) throw error;
    throw invalidField('username', 'This username is taken');
  });
  await removeReplacedImage(services, replaced);
  return saved;
}

type Writing = { id: string; role: Role; edit: ProfileEdit; now: Date };

async function writeProfile(tx: Queries, { id, role, edit, now }: Writing) {
  const replaced = await writePhoto(tx, id, edit.profile_image_url);
  await writeEdit(tx, id, edit);
  await updatePayment(tx, { id, role, edit });
  await updateAvailability(tx, { id, edit, now });
  await completeSteps(tx, { id, edit });
  const row = await findMember(tx, id);
  if (!row) throw notFound();
  return { saved: presentOwnProfile(row, now), replaced };
}
