import {
  type AvailabilityData,
  EMPTY_AVAILABILITY,
  isSameAvailability,
  pruneAvailability,
} from '@kindpal/contract/availability/rules';
import type { ProfileEdit } from '@kindpal/contract/member/schema';
import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import { notFound, refusal } from '../../transport/refusal.ts';
import type { OwnMember } from '../policy.ts';
import { availabilityVersion, readAvailability } from './availability.ts';

type Change = { edit: ProfileEdit; now: Date };

/**
 * Saves a member's availability, without past dates; an omitted zone stays. Throws
 * AVAILABILITY_CHANGED when the given version is not the stored one, unless both are equal: the
 * response to a first attempt may have been lost. [V4]
 */
export async function updateAvailability(
  tx: Queries,
  { id }: OwnMember,
  { edit, now }: Change,
): Promise<void> {
  const { availability_enabled, availability_data, availability_version } = edit;
  if (availability_enabled === undefined && availability_data === undefined) return;
  const kept = await lockAvailability(tx, id);
  const before = readAvailability(kept.availability_data, now);
  const enabled = availability_enabled ?? kept.availability_enabled;
  const data = availability_data === undefined ? before : complete(availability_data, before, now);
  if (isSame({ enabled: kept.availability_enabled, data: before }, { enabled, data })) return;
  if (availability_version !== undefined && availability_version !== availabilityVersion(kept)) {
    throw refusal('AVAILABILITY_CHANGED');
  }
  await tx
    .update(users)
    .set({ availability_enabled: enabled, availability_data: data })
    .where(eq(users.id, id));
}

/**
 * The stored availability, locked: a concurrent save waits here and sees the first one's result.
 */
async function lockAvailability(tx: Queries, id: string) {
  const { availability_enabled, availability_data } = users;
  const [kept] = await tx
    .select({ availability_enabled, availability_data })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!kept) throw notFound();
  return kept;
}

function complete(
  given: AvailabilityData | null,
  before: AvailabilityData | null,
  now: Date,
): AvailabilityData | null {
  const timeZone = given?.timeZone ?? before?.timeZone ?? null;
  return given && pruneAvailability({ ...given, timeZone }, now);
}

type Said = { enabled: boolean; data: AvailabilityData | null };

function isSame(one: Said, other: Said): boolean {
  if ((one.data === null) !== (other.data === null)) return false;
  const say = ({ enabled, data }: Said) => ({ enabled, data: data ?? EMPTY_AVAILABILITY });
  return isSameAvailability(say(one), say(other));
}
