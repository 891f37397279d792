import type { pet } from '@kindpal/contract/pet/contract';
import type { MemberCall } from '../access/call.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { removeReplacedImage } from '../files/remove-orphan-images.ts';
import { notFound } from '../wire/refusal.ts';
import { ownPet } from './policy.ts';

/** Takes one of the caller's pets away, and its photo unless a job shows it. NOT_FOUND for others'. */
export async function removePet({ input, context }: MemberCall<typeof pet.remove>) {
  const { services, actor } = context;
  const [gone] = await services.db.drizzle
    .delete(petProfiles)
    .where(ownPet(actor.id, input.id))
    .returning({ url: petProfiles.profile_image_url });
  if (!gone) throw notFound();
  await removeReplacedImage(services, gone.url);
  return {};
}
