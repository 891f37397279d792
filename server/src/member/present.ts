import { hasSlots } from '@kindpal/contract/availability/rules';
import { paymentServicesOf, profileCompleteness, shortName } from '@kindpal/contract/member/rules';
import type { OwnProfile, Profile, SitterCard } from '@kindpal/contract/member/schema';
import { inOrderAdded } from '@kindpal/contract/payment/rules';
import { availabilityVersion, readAvailability } from './availability.ts';
import type { MemberRow, SitterRow } from './queries.ts';

type Public = Omit<Extract<Profile, { view: 'public' }>, 'view'>;

/** A member as others see them: no address, no contact, no exact place. [R1] */
export function presentMember(row: MemberRow, toMember: boolean): Profile {
  const shown = publicPart(row);
  const full_name = toMember ? shown.full_name : shortName(shown.full_name);
  return { ...shown, view: 'public', full_name };
}

/** A sitter as the directory shows them; the signed-out are told neither last name nor absence. [R8] */
export function presentSitter(row: SitterRow, toMember: boolean): SitterCard {
  const { payment_links, availability_enabled, full_name, ...shown } = row;
  return {
    ...shown,
    full_name: toMember ? full_name : shortName(full_name),
    payment_services: paymentServicesOf(payment_links),
    availability_enabled: toMember ? availability_enabled : null,
  };
}

/** A member as they see themselves, with what their profile still lacks. [R7] */
export function presentOwnProfile(row: MemberRow, now: Date): OwnProfile {
  const { first_name, last_name, username, place_id, address, phone, payment_links } = row;
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = row;
  const availability_data = readAvailability(row.availability_data, now);
  return {
    ...publicPart(row),
    view: 'self',
    email: row.email,
    first_name,
    last_name,
    username,
    place_id,
    address,
    phone,
    active_role: row.active_role,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    payment_links: Object.fromEntries(inOrderAdded(payment_links)),
    payment_preference,
    hourly_rate_amount,
    fixed_rate_amount,
    availability_enabled: row.availability_enabled,
    availability_data,
    availability_version: availabilityVersion(row),
    onboarding_completed: row.onboarding_completed,
    pet_onboarding_completed: row.pet_onboarding_completed,
    completeness: profileCompleteness({
      ...row,
      has_availability: availability_data !== null && hasSlots(availability_data),
    }),
  };
}

function publicPart(row: MemberRow): Public {
  return {
    id: row.id,
    full_name: row.full_name,
    profile_image_url: row.profile_image_url,
    is_verified: row.is_verified,
    role: row.role,
    bio: row.bio,
    location: row.location,
    created_at: row.created_at.toISOString(),
  };
}
