import type { pet } from '@kindpal/contract/pet/contract';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import type { MemberCall } from '../access/call.ts';
import { removeReplacedImage } from '../file/remove-orphan-images.ts';
import { authorizePet } from './policy.ts';
import { lockPet, presentPet } from './queries.ts';
import { changePet } from './write-pet.ts';

/** Changes one of the caller's pets; a replaced photo is deleted. NOT_FOUND for others'. [X2] */
export async function updatePet({
  input,
  context,
}: MemberCall<typeof pet.update>): Promise<PetProfile> {
  const { services, actor } = context;
  const { id, ...edit } = input;
  const { row, replaced } = await services.db.drizzle.transaction(async (tx) => {
    const allowed = authorizePet('change', actor.id, await lockPet(tx, id));
    return changePet(tx, allowed, edit);
  });
  await removeReplacedImage(services, replaced);
  return presentPet(row);
}
