import type { OwnProfile } from '@kindpal/contract/member/schema';

type Completeness = OwnProfile['completeness'];

/** The parts of a profile that Edit Profile has a field for. */
const EDITABLE = new Set(['first_name', 'last_name', 'bio', 'location', 'phone']);

/** What a member can still add, the required parts first; nothing once the profile is complete. [D2] */
export function profileGaps({ is_complete, missing }: Completeness): string[] {
  if (is_complete) return [];
  return missing
    .filter(({ field }) => EDITABLE.has(field))
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ label }) => label);
}
