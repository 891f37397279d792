import type { OwnProfile } from '@kindpal/contract/member/schema';

type Completeness = OwnProfile['completeness'];

/** Where on Edit Profile each part of a profile has its form. */
const PLACES: Record<string, string> = {
  first_name: 'profile',
  last_name: 'profile',
  bio: 'profile',
  profile_image_url: 'profile',
  location: 'contact',
  phone: 'contact',
  payment_preference: 'payment-preference',
  rate_amount: 'payment-preference',
  payment_links: 'payment-methods',
  availability: 'availability',
  pet_profile: 'pets',
};

/** One part to add, and where. */
export type ProfileGap = { label: string; to: string };

/** What a member can still add, the required parts first; nothing once the profile is complete. [D2] */
export function profileGaps({ is_complete, missing }: Completeness): ProfileGap[] {
  if (is_complete) return [];
  return missing
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ field, label }) => ({ label, to: `/edit-profile#${PLACES[field] ?? 'profile'}` }));
}
