import { type NewPet, PET_LIMITS, type PetEdit, petEditSchema } from '@kindpal/contract/pet/schema';
import { and, count, eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import { lockMembers } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { ownsImage } from '../file/queries.ts';
import { requireHonestPet } from '../member/profile/honest-name.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import type { PetRow } from './queries.ts';

/**
 * Adds a pet within a transaction; repeating a `client_id` returns the pet already stored. Throws
 * EARLIER_VERSION_STORED if that one has other content, INVALID_INPUT for somebody else's photo,
 * for letters that imitate others, and for one pet too many. [X2]
 */
export async function insertPet(tx: Queries, ownerId: string, pet: NewPet): Promise<PetRow> {
  // Concurrent additions by one member take turns, so that the limit holds.
  await lockMembers(tx, [ownerId]);
  const { client_id, ...edit } = pet;
  const twin = client_id && (await findByClientId(tx, ownerId, client_id));
  if (twin) {
    if (isStored(edit, twin)) return twin;
    // Not changed here: a delayed first request would replace its correction.
    throw refusal('EARLIER_VERSION_STORED', { id: twin.id });
  }
  requireHonestPet(edit);
  await checkPhoto(tx, ownerId, edit);
  const [kept] = await tx
    .select({ pets: count() })
    .from(petProfiles)
    .where(eq(petProfiles.owner_id, ownerId));
  if ((kept?.pets ?? 0) >= PET_LIMITS.pets) {
    throw invalidField('name', `Up to ${PET_LIMITS.pets} pets`);
  }
  const { name, breed } = pet;
  const [row] = await tx
    .insert(petProfiles)
    .values({ ...orNone(edit), name, breed, owner_id: ownerId, client_id })
    .returning();
  if (!row) throw new Error('a pet is gone');
  return row;
}

/** Whether a pet is stored as it would be added: omitted fields are empty then. */
function isStored(edit: PetEdit, row: PetRow): boolean {
  const sent = orNone(edit);
  const columns = Object.keys(petEditSchema.shape) as (keyof PetEdit)[];
  return columns.every((column) => (sent[column] ?? null) === row[column]);
}

/** The member's pet that was added with this `client_id`. */
export async function findByClientId(tx: Queries, ownerId: string, clientId: string) {
  const isThis = and(eq(petProfiles.owner_id, ownerId), eq(petProfiles.client_id, clientId));
  const [row] = await tx.select().from(petProfiles).where(isThis);
  return row;
}

/** A changed pet, and the address of the photo it replaced. */
export type ChangedPet = { row: PetRow; replaced: string | null };

/**
 * Changes a pet within a transaction. Throws INVALID_INPUT for somebody else's photo and for
 * letters that imitate others. [X2]
 */
export async function changePet(
  tx: Queries,
  before: Authorized<PetRow, 'change'>,
  edit: PetEdit,
): Promise<ChangedPet> {
  requireHonestPet(edit, { kept: before });
  if (edit.profile_image_url !== before.profile_image_url) {
    await checkPhoto(tx, before.owner_id, edit);
  }
  const changes = orNone(edit);
  if (Object.values(changes).every((value) => value === undefined)) {
    return { row: before, replaced: null };
  }
  const isThis = eq(petProfiles.id, before.id);
  const [row = before] = await tx.update(petProfiles).set(changes).where(isThis).returning();
  const isKept = row.profile_image_url === before.profile_image_url;
  return { row, replaced: isKept ? null : before.profile_image_url };
}

async function checkPhoto(tx: Queries, ownerId: string, { profile_image_url: url }: PetEdit) {
  if (url && !(await ownsImage(tx, ownerId, url))) {
    throw invalidField('profile_image_url', 'Please upload this photo again');
  }
}

/** The columns of an edit; empty texts become null. */
function orNone({ name, breed, age, weight, ...texts }: PetEdit): PetEdit {
  const columns = Object.entries(texts).map(([column, text]) => [
    column,
    text === '' ? null : text,
  ]);
  return { name, breed, age, weight, ...Object.fromEntries(columns) };
}
