import type { OwnProfile } from '@kindpal/contract/member/schema';

type Completeness = OwnProfile['completeness'];

/** The section of Edit Profile for each part of a profile. */
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

/** One part to add, with its address. */
export type ProfileGap = { label: string; to: string };

/** The missing parts of a profile, required ones first. [D2] [R7] */
export function profileGaps({ missing }: Completeness): ProfileGap[] {
  return missing
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ field, label }) => ({ label, to: `/edit-profile#${PLACES[field] ?? 'profile'}` }));
}
