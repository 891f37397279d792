import type { pet } from '@kindpal/contract/pet/contract';
import { eq, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { removeReplacedImage } from '../file/remove-orphan-images.ts';
import { authorizePet } from './policy.ts';
import { lockPet, type PetRow } from './queries.ts';

/** Deletes one of the caller's pets, and its photo unless a job shows it. NOT_FOUND for others'. */
export async function removePet({ input, context }: MemberCall<typeof pet.remove>) {
  const { services, actor } = context;
  const photo = await services.db.drizzle.transaction(async (tx) => {
    await lockJobsOf(tx, input.id, actor.id);
    const allowed = authorizePet('remove', actor.id, await lockPet(tx, input.id));
    await deletePet(tx, allowed);
    return allowed.profile_image_url;
  });
  await removeReplacedImage(services, photo);
  return {};
}

/**
 * Locks the jobs of a pet, which its removal changes: before the pet, as a deletion of the owner
 * does, and in the order of a suspension.
 */
async function lockJobsOf(tx: Queries, petId: string, ownerId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM jobs WHERE pet_id = ${petId} AND owner_id = ${ownerId}
    ORDER BY id FOR NO KEY UPDATE`);
}

async function deletePet(tx: Queries, { id }: Authorized<PetRow, 'remove'>): Promise<void> {
  await tx.delete(petProfiles).where(eq(petProfiles.id, id));
}
