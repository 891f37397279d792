import type { PaymentLinks } from '../payment/rules.ts';
import { countCharacters } from '../text/count-characters.ts';
import type { Role } from './role.ts';
import { type PaymentService, paymentServiceSchema } from './schema.ts';

/** The fields that completeness depends on; null or blank text counts as missing. */
export type CompletenessFacts = {
  role: Role;
  first_name: string | null;
  last_name: string | null;
  bio: string | null;
  location: string | null;
  phone: string | null;
  profile_image_url: string | null;
  payment_links: PaymentLinks;
  payment_preference: string | null;
  hourly_rate_amount: number | null;
  fixed_rate_amount: number | null;
  has_pet: boolean;
  has_availability: boolean;
};

type Part = {
  field: string;
  label: string;
  weight: number;
  required: boolean;
  roles: readonly Role[];
  has: (facts: CompletenessFacts) => boolean;
};

const EVERYONE: readonly Role[] = ['pet_owner', 'pet_sitter', 'both'];
const OWNERS: readonly Role[] = ['pet_owner', 'both'];
const SITTERS: readonly Role[] = ['pet_sitter', 'both'];

const filled = (text: string | null, min = 1) => countCharacters((text ?? '').trim()) >= min;

function hasRate(facts: CompletenessFacts): boolean {
  if (facts.payment_preference === 'negotiable') return true;
  const amount =
    facts.payment_preference === 'hourly_rate'
      ? facts.hourly_rate_amount
      : facts.payment_preference === 'fixed_rate'
        ? facts.fixed_rate_amount
        : null;
  return (amount ?? 0) > 0;
}

/**
 * The weights of B§5; members with both roles need the sitter's longer bio and both sets of
 * parts. [R7]
 */
const PARTS: readonly Part[] = [
  {
    field: 'first_name',
    label: 'Your first name',
    weight: 15,
    required: true,
    roles: EVERYONE,
    has: (f) => filled(f.first_name),
  },
  {
    field: 'last_name',
    label: 'Your last name',
    weight: 15,
    required: true,
    roles: EVERYONE,
    has: (f) => filled(f.last_name),
  },
  {
    field: 'bio',
    label: 'A bio of at least 50 characters',
    weight: 25,
    required: true,
    roles: SITTERS,
    has: (f) => filled(f.bio, 50),
  },
  {
    field: 'bio',
    label: 'A bio of at least 20 characters',
    weight: 20,
    required: true,
    roles: ['pet_owner'],
    has: (f) => filled(f.bio, 20),
  },
  {
    field: 'location',
    label: 'Your location',
    weight: 15,
    required: true,
    roles: EVERYONE,
    has: (f) => filled(f.location),
  },
  {
    field: 'payment_links',
    label: 'A payment method',
    weight: 15,
    required: true,
    roles: EVERYONE,
    has: (f) => Object.keys(f.payment_links).length > 0,
  },
  {
    field: 'profile_image_url',
    label: 'A photo',
    weight: 10,
    required: false,
    roles: EVERYONE,
    has: (f) => filled(f.profile_image_url),
  },
  {
    field: 'phone',
    label: 'Your phone number',
    weight: 5,
    required: false,
    roles: EVERYONE,
    has: (f) => filled(f.phone),
  },
  {
    field: 'pet_profile',
    label: 'A pet',
    weight: 10,
    required: true,
    roles: OWNERS,
    has: (f) => f.has_pet,
  },
  {
    field: 'payment_preference',
    label: 'Your payment preference',
    weight: 15,
    required: true,
    roles: SITTERS,
    has: (f) => f.payment_preference !== null,
  },
  {
    field: 'rate_amount',
    label: 'Your rate',
    weight: 10,
    required: true,
    roles: SITTERS,
    has: hasRate,
  },
  {
    field: 'availability',
    label: 'Your availability',
    weight: 10,
    required: false,
    roles: SITTERS,
    has: (f) => f.has_availability,
  },
];

export const COMPLETE_PERCENT = 80;

/** How complete a profile is: earned ÷ available for its role, as a rounded percent. [R7] */
export function profileCompleteness(facts: CompletenessFacts) {
  const parts = PARTS.filter((part) => part.roles.includes(facts.role));
  const available = parts.reduce((sum, part) => sum + part.weight, 0);
  const missingParts = parts.filter((part) => !part.has(facts));
  const lost = missingParts.reduce((sum, part) => sum + part.weight, 0);
  const percent = Math.round(((available - lost) / available) * 100);
  const missing = missingParts.map(({ field, label, required }) => ({ field, label, required }));
  return {
    percent,
    is_complete: percent >= COMPLETE_PERCENT && !missing.some((part) => part.required),
    missing,
  };
}

/** 'First L.' from a full name: what visitors see of a member. */
export function shortName(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

/** Splits the single name field of the sign-up form: the last word is the last name. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const words = fullName.trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name: last };
}

/**
 * The services of payment links, each once, in the order of the schema. A custom name is shown as
 * 'Other', because it may contain a number or a handle. [R8]
 */
export function paymentServicesOf(links: PaymentLinks): PaymentService[] {
  const named = Object.values(links).map(({ service }) => service.trim().toLowerCase());
  const { options } = paymentServiceSchema;
  const known = named.map((name) => options.find((option) => option.toLowerCase() === name));
  return options.filter((option) => known.some((service) => (service ?? 'Other') === option));
}
