import { createHash } from 'node:crypto';
import { imagePath, publicImageUrl } from '@kindpal/contract/file/rules';
import sharp from 'sharp';
import type { files } from '../../db/schema/file.ts';
import { encodeImage } from '../../file/encode-image.ts';
import type { ImageStore } from '../../file/image-store.ts';
import type { Random } from '../random.ts';
import { PETS, type Pet } from './pets.ts';
import type { PlannedMember } from './plan-members.ts';
import { drawNeighbor, drawPortrait } from './portrait/draw-portrait.ts';

export type Portraits = {
  rows: (typeof files.$inferInsert)[];
  urls: Map<Pet, string>;
  /** The profile photos by member: many show their pet instead of themselves. [R4] */
  photos: Map<string, string>;
};

/** Draws every pet and stores the picture like an owner's upload. */
export async function storePortraits(
  images: ImageStore,
  { random, members }: { random: Random; members: PlannedMember[] },
): Promise<Portraits> {
  const kept: Portraits = { rows: [], urls: new Map(), photos: new Map() };
  for (const pet of PETS) {
    const owner = members.find(({ name }) => name === pet.owner);
    const encoded = await encodeImage(
      await sharp(Buffer.from(drawPortrait(pet.portrait)))
        .png()
        .toBuffer(),
    );
    if (!owner || 'refused' in encoded)
      throw new Error(`the picture of ${pet.name} could not be made`);
    const path = `pet-images/${owner.id}/${Buffer.from(random.bytes(16)).toString('hex')}.webp`;
    await images.put(path, encoded.bytes);
    kept.rows.push({ path, owner_id: owner.id, bytes: encoded.bytes.byteLength });
    kept.urls.set(pet, publicImageUrl(path));
    if (kept.photos.has(owner.id as string)) continue;
    const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
    const photo = imagePath('profile', { userId: owner.id as string, name });
    await images.put(photo, encoded.bytes);
    kept.rows.push({ path: photo, owner_id: owner.id, bytes: encoded.bytes.byteLength });
    kept.photos.set(owner.id as string, publicImageUrl(photo));
  }
  for (const [place, member] of members.entries()) {
    // Some show their pet already, and a few nothing yet.
    if (kept.photos.has(member.id as string) || place % 5 === 4) continue;
    await keepPhoto(images, kept, { member, place });
  }
  return kept;
}

/** A drawn face for a member whose photo does not show a pet. */
async function keepPhoto(
  images: ImageStore,
  kept: Portraits,
  { member, place }: { member: PlannedMember; place: number },
): Promise<void> {
  const drawn = await sharp(Buffer.from(drawNeighbor(place)))
    .png()
    .toBuffer();
  const encoded = await encodeImage(drawn);
  if ('refused' in encoded) throw new Error(`the face of ${member.name} could not be made`);
  const userId = member.id as string;
  const name = createHash('sha256').update(`face of ${userId}`).digest('hex').slice(0, 32);
  const path = imagePath('profile', { userId, name });
  await images.put(path, encoded.bytes);
  kept.rows.push({ path, owner_id: userId, bytes: encoded.bytes.byteLength });
  kept.photos.set(userId, publicImageUrl(path));
}
