import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { PetOnboarding } from '@kindpal/contract/member/onboarding';
import { splitName } from '@kindpal/contract/member/rules';
import type { Profile } from '@kindpal/contract/member/schema';
import type { FieldError } from '@kindpal/contract/transport/base';
import { ORPCError } from '@orpc/server';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import { holdSelf } from '../../access/hold-member.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import { deleteDraft } from '../../draft/drafts.ts';
import type { Env } from '../../env.ts';
import { removeReplacedImage } from '../../file/remove-orphan-images.ts';
import { authorizePet } from '../../pet/policy.ts';
import { lockPet } from '../../pet/queries.ts';
import { changePet, findByClientId, insertPet } from '../../pet/write-pet.ts';
import { invalidField, notFound, refusal } from '../../transport/refusal.ts';
import { authorizeEdit, canOwn, type OwnMember } from '../policy.ts';
import { presentOwnProfile } from '../present.ts';
import { requireHonestName } from '../profile/honest-name.ts';
import { writeEdit, writePhoto } from '../profile/write-profile.ts';
import { findMember, findOwnProfile } from '../queries.ts';

/**
 * Completes an owner's onboarding: pet, profile, flags and the draft's deletion, all or nothing.
 * Throws FORBIDDEN for members who only sit, INVALID_INPUT for somebody else's photo. [O1]
 */
export async function completePetOnboarding({
  input,
  context,
}: MemberCall<typeof memberCalls.completePetOnboarding>): Promise<Profile> {
  const { services, actor } = context;
  if (!canOwn(actor.role)) throw refusal('FORBIDDEN');
  const member = authorizeEdit(actor, actor);
  const { row, replaced } = await services.db.drizzle.transaction(async (tx) => {
    await holdSelf(tx, actor);
    const replaced = [
      await within('pet', keepPet(tx, actor.id, input.pet)),
      await within('owner', keepOwner(tx, member, { owner: input.owner, env: services.env })),
    ];
    await tx
      .update(users)
      // Members with both roles still have the sitter's steps to do.
      .set({ pet_onboarding_completed: true, ...(actor.role === 'both' ? {} : BOTH_FLAGS) })
      .where(eq(users.id, member.id));
    await deleteDraft(tx, { userId: actor.id, formType: 'pet_onboarding' });
    const row = await findOwnProfile(tx, actor.id);
    if (!row) throw notFound();
    return { row, replaced };
  });
  for (const url of replaced) await removeReplacedImage(services, url);
  return presentOwnProfile(row, services.clock.now());
}

const BOTH_FLAGS = { onboarding_completed: true } as const;

/** Adds the part's path to an input error of its writer. */
async function within<T>(part: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const refused = error instanceof ORPCError && error.code === 'INVALID_INPUT';
    const [field] = refused ? (error.data as { fields: FieldError[] }).fields : [];
    throw field ? invalidField(`${part}.${field.path}`, field.message) : error;
  }
}

/**
 * Adds the pet, or changes the given one or the one that an earlier attempt added, whose response
 * was lost; returns the photo it replaced.
 */
async function keepPet(tx: Queries, ownerId: string, { id: given, ...pet }: PetOnboarding['pet']) {
  const { client_id, ...edit } = pet;
  const id = given ?? (client_id && (await findByClientId(tx, ownerId, client_id))?.id);
  if (id === undefined) {
    await insertPet(tx, ownerId, pet);
    return null;
  }
  return (await changePet(tx, authorizePet('change', ownerId, await lockPet(tx, id)), edit))
    .replaced;
}

type Owner = { owner: PetOnboarding['owner']; env: Pick<Env, 'appName'> };

/** Writes the owner's profile fields; an unchanged full name keeps its parts, and may be older. */
async function keepOwner(tx: Queries, member: OwnMember, { owner, env }: Owner) {
  const { full_name, profile_image_url, ...edit } = owner;
  const before = await findMember(tx, member.id);
  const isChanged = before?.full_name !== full_name;
  const named = { path: 'full_name', label: 'Full name', name: full_name };
  if (isChanged) requireHonestName(env, named);
  const name = isChanged ? splitName(full_name) : {};
  const replaced = await writePhoto(tx, member, profile_image_url);
  await writeEdit(tx, member, { ...edit, ...name });
  return replaced;
}
