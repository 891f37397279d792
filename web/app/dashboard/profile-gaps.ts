import type { OwnProfile } from '@kindpal/contract/member/schema';

type Completeness = OwnProfile['completeness'];

/** The parts of a profile that Edit Profile has a form for. */
const EDITABLE = new Set(['first_name', 'last_name', 'bio', 'location', 'phone', 'availability']);

/** One part to add, and where. */
export type ProfileGap = { label: string; to: string };

/** The form of a part with a place of its own on the page. */
const placeOf = (field: string) =>
  field === 'availability' ? '/edit-profile#availability' : '/edit-profile';

/** What a member can still add, the required parts first; nothing once the profile is complete. [D2] */
export function profileGaps({ is_complete, missing }: Completeness): ProfileGap[] {
  if (is_complete) return [];
  return missing
    .filter(({ field }) => EDITABLE.has(field))
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ field, label }) => ({ label, to: placeOf(field) }));
}
