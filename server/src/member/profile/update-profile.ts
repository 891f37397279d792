import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile, ProfileEdit } from '@kindpal/contract/member/schema';
import type { MemberCall } from '../../access/call.ts';
import { holdSelf } from '../../access/hold-member.ts';
import { isMemberHidden } from '../../block/queries.ts';
import { isUniqueViolation, type Queries } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { removeReplacedImage } from '../../file/remove-orphan-images.ts';
import type { Services } from '../../services.ts';
import { invalidField, notFound } from '../../transport/refusal.ts';
import { updateAvailability } from '../availability/update-availability.ts';
import { completeSteps } from '../onboarding/complete-steps.ts';
import { authorizeEdit, type OwnMember } from '../policy.ts';
import { presentOwnProfile } from '../present.ts';
import { findMember, findOwnProfile } from '../queries.ts';
import { requireHonestNames, requireHonestUsername } from './honest-name.ts';
import { updatePayment, updateServices } from './update-payment.ts';
import { writeEdit, writePhoto } from './write-profile.ts';

/**
 * Changes the caller's own profile; omitted fields stay, an empty text clears one. A replaced or
 * removed photo is deleted when nothing else references it. [R3] [R4] Throws FORBIDDEN for
 * another member's, NOT_FOUND when there is no such member, and AVAILABILITY_CHANGED for an
 * availability based on an outdated version.
 */
export async function updateProfile({
  input,
  context,
}: MemberCall<typeof memberCalls.update>): Promise<Profile> {
  const { services, actor } = context;
  const { id, ...edit } = input;
  const target = id === actor.id ? actor : await findOther(services, actor.id, id);
  const member = authorizeEdit(actor, target);
  const { clock, env } = services;
  const now = clock.now();
  const write = async (tx: Queries) => {
    await holdSelf(tx, actor);
    const reading = { queries: tx, env };
    await requireHonestNames(reading, id, edit);
    await requireHonestUsername(reading, id, edit.username);
    return writeProfile(tx, { member, edit, now, env });
  };
  const { saved, replaced } = await services.db.drizzle.transaction(write).catch((error) => {
    if (!isUniqueViolation(error, 'users_username_unique')) throw error;
    throw invalidField('username', 'This username is taken');
  });
  await removeReplacedImage(services, replaced);
  return saved;
}

type Writing = { member: OwnMember; edit: ProfileEdit; now: Date; env: Env };

async function writeProfile(tx: Queries, { member, edit, now, env }: Writing) {
  const replaced = await writePhoto(tx, member, edit.profile_image_url);
  await writeEdit(tx, member, edit);
  await updatePayment(tx, member, { edit, env });
  await updateServices(tx, member, edit);
  await updateAvailability(tx, member, { edit, now });
  await completeSteps(tx, member, edit);
  const row = await findOwnProfile(tx, member.id);
  if (!row) throw notFound();
  return { saved: presentOwnProfile(row, now), replaced };
}

/** Another member, to choose the refusal: null, and so NOT_FOUND, for a hidden or unknown one. */
async function findOther({ db }: Pick<Services, 'db'>, actorId: string, id: string) {
  const [member, isHidden] = await Promise.all([
    findMember(db.drizzle, id),
    isMemberHidden(db, { member: id, viewer: actorId }),
  ]);
  return isHidden ? null : member;
}
