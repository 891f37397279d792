import type { pet } from '@kindpal/contract/pet/contract';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import type { MemberCall } from '../access/call.ts';
import { refusal } from '../transport/refusal.ts';
import { presentPet } from './queries.ts';
import { insertPet } from './write-pet.ts';

/** Adds a pet for the caller. Throws FORBIDDEN when it names another owner. [X2] */
export async function createPet({
  input,
  context,
}: MemberCall<typeof pet.create>): Promise<PetProfile> {
  const { services, actor } = context;
  const { owner_id, ...pet } = input;
  if (owner_id && owner_id !== actor.id) throw refusal('FORBIDDEN');
  return services.db.drizzle.transaction(async (tx) =>
    presentPet(await insertPet(tx, actor.id, pet)),
  );
}
