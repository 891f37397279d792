import type { pet } from '@kindpal/contract/pet/contract';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { asc, eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { refusal } from '../transport/refusal.ts';

export type PetRow = typeof petProfiles.$inferSelect;

/** The caller's pets, oldest first. Throws FORBIDDEN for another member's. [X2] */
export async function listPets({ input, context }: MemberCall<typeof pet.list>) {
  const { services, actor } = context;
  if (input.owner_id && input.owner_id !== actor.id) throw refusal('FORBIDDEN');
  const rows = await services.db.drizzle
    .select()
    .from(petProfiles)
    .where(eq(petProfiles.owner_id, actor.id))
    .orderBy(asc(petProfiles.created_at), asc(petProfiles.id));
  return { items: rows.map(presentPet) };
}

/** A pet, locked until the transaction ends. */
export async function lockPet(tx: Queries, id: string): Promise<PetRow | undefined> {
  const [row] = await tx.select().from(petProfiles).where(eq(petProfiles.id, id)).for('update');
  return row;
}

/** A pet as its owner sees it. */
export function presentPet(row: PetRow): PetProfile {
  const { client_id: _, created_at: __, profile_image_path: ___, ...shown } = row;
  return shown;
}
