import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile, ProfileEdit } from '@kindpal/contract/member/schema';
import { eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { ownsImage } from '../files/queries.ts';
import { removeReplacedImage } from '../files/remove-orphan-images.ts';
import { invalidField, notFound, refusal } from '../wire/refusal.ts';
import { presentOwnProfile } from './present.ts';
import { findMember } from './queries.ts';
import { updateAvailability } from './update-availability.ts';
import { updatePayment } from './update-payment.ts';

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

/** Sets or takes away the photo and gives the address of the one it replaced. [R4] */
async function writePhoto(
  tx: Queries,
  id: string,
  url: string | null | undefined,
): Promise<string | null> {
  if (url === undefined) return null;
  if (url !== null && !(await ownsImage(tx, id, url))) {
    throw invalidField('profile_image_url', 'Please upload this photo again');
  }
  const isThis = eq(users.id, id);
  const [before] = await tx
    .select({ url: users.profile_image_url })
    .from(users)
    .where(isThis)
    .for('update');
  await tx.update(users).set({ profile_image_url: url }).where(isThis);
  return before && before.url !== url ? before.url : null;
}

async function writeEdit(tx: Queries, id: string, edit: ProfileEdit): Promise<void> {
  const { first_name, last_name, bio, location, phone } = edit;
  const fields = [first_name, last_name, bio, location, phone];
  if (fields.every((field) => field === undefined)) return;
  const orNone = (text: string | null | undefined) => (text === '' ? null : text);
  await tx
    .update(users)
    .set({
      first_name,
      last_name,
      bio: orNone(bio),
      location: orNone(location),
      phone: orNone(phone),
    })
    .where(eq(users.id, id));
  if (first_name === undefined && last_name === undefined) return;
  await tx
    .update(authUser)
    .set({ name: sql`(select full_name from public.users where id = ${id})` })
    .where(eq(authUser.id, id));
}
