import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile } from '@kindpal/contract/member/schema';
import type { MemberCall } from '../access/call.ts';
import { removeReplacedImage } from '../files/remove-orphan-images.ts';
import { notFound, refusal } from '../wire/refusal.ts';
import { requireHonestNames, requireHonestServices } from './honest-name.ts';
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
  requireHonestServices(edit.payment_links);
  const now = services.clock.now();
  const { saved, replaced } = await services.db.drizzle.transaction(async (tx) => {
    const replaced = await writePhoto(tx, id, edit.profile_image_url);
    await writeEdit(tx, id, edit);
    await updatePayment(tx, { id, role: actor.role, edit });
    await updateAvailability(tx, { id, edit, now });
    const row = await findMember(tx, id);
    if (!row) throw notFound();
    return { saved: presentOwnProfile(row, now), replaced };
  });
  await removeReplacedImage(services, replaced);
  return saved;
}
