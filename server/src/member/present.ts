import {
  addDays,
  hasSlots,
  slotsOn,
  WEEKDAYS,
  type Weekday,
} from '@kindpal/contract/availability/rules';
import { paymentServicesOf, profileCompleteness, shortName } from '@kindpal/contract/member/rules';
import type { OwnProfile, Profile, SitterCard } from '@kindpal/contract/member/schema';
import { inOrderAdded } from '@kindpal/contract/payment/rules';
import { dateIn } from '@kindpal/contract/time/date-in';
import { timeIn } from '@kindpal/contract/time/time-in';
import { presentVerified } from '../identity/verified-facts.ts';
import { availabilityVersion, readAvailability } from './availability/availability.ts';
import type { SitterRow } from './directory/list-sitters.ts';
import { canOwn, canSit } from './policy.ts';
import type { MemberRow, OwnProfileRow, ProfileRow } from './queries.ts';
import { NOT_TOLD, presentTrust, replyTimeOf } from './trust/trust-facts.ts';

type Public = Omit<Extract<Profile, { view: 'public' }>, 'view' | 'email' | 'verified'>;

/**
 * A member as others see them: no address, and the email only for those who may read it. [R1]
 * [R2]
 */
export function presentMember(
  row: ProfileRow,
  { toMember, showsEmail, now }: { toMember: boolean; showsEmail: boolean; now: Date },
): Profile {
  const shown = {
    ...publicPart(row, now),
    email: showsEmail ? row.email : null,
    verified: toMember ? presentVerified(row.verified, row.invited_by, now) : [],
  };
  if (toMember) return { ...shown, view: 'public' };
  return {
    ...shown,
    ...NO_SITTER,
    ...NOT_TOLD,
    owner_reply_time: null,
    view: 'public',
    full_name: shortName(shown.full_name),
    username: null,
    social_links: null,
  };
}

/** A sitter in the directory; visitors see neither last name nor availability. [R8] */
export function presentSitter(row: SitterRow, toMember: boolean): SitterCard {
  const { payment_links, week, full_name, is_presentable: _, reply_seconds: __, ...told } = row;
  const { rating_average: ___, rating_count: ____, member_id: _____, ...shown } = told;
  return {
    ...shown,
    ...(toMember ? presentTrust(row, trustOf(row)) : NOT_TOLD),
    full_name: toMember ? full_name : shortName(full_name),
    payment_services: paymentServicesOf(payment_links),
    ...(toMember && canSit(row.role) ? { free_days: freeDaysOf(row, week) } : UNTOLD),
  };
}

const trustOf = ({ role, services }: Pick<MemberRow, 'role' | 'services'>) => ({
  sits: canSit(role),
  services,
});

/** The sitter fields of a member who does not sit, or for a visitor. */
const UNTOLD = {
  availability_enabled: null,
  free_days: null,
  payment_preference: null,
  hourly_rate_amount: null,
  fixed_rate_amount: null,
};
const NO_SITTER = { ...UNTOLD, weekly_schedule: null, time_zone: null, next_free_dates: [] };

/** The weekdays with hours of a stored week, which was validated when saved; null for none. */
function freeDaysOf({ availability_enabled }: { availability_enabled: boolean }, week: unknown) {
  if (!availability_enabled || !week) return null;
  const days = week as Partial<Record<Weekday, unknown>>;
  return WEEKDAYS.filter((day) => Array.isArray(days[day]) && days[day].length > 0);
}

/** A member as they see themselves, with what their profile is missing. [R7] */
export function presentOwnProfile(row: OwnProfileRow, now: Date): OwnProfile {
  const { first_name, last_name, place_id, address, phone, payment_links } = row;
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = row;
  const availability_data = readAvailability(row.availability_data, now);
  return {
    ...publicPart(row, now),
    view: 'self',
    verified: presentVerified(row.verified, row.invited_by, now),
    email: row.email,
    first_name,
    last_name,
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

/** How many days ahead a sitter's free days are listed, and the most dates. */
const DAYS_AHEAD = 14;
const DATES_NAMED = 5;

function publicPart(row: ProfileRow, now: Date): Public {
  return {
    id: row.id,
    full_name: row.full_name,
    profile_image_url: row.profile_image_url,
    is_verified: row.is_verified,
    role: row.role,
    bio: row.bio,
    location: row.location,
    created_at: row.created_at.toISOString(),
    username: row.username,
    social_links: row.social_links ?? {},
    payment_services: paymentServicesOf(row.payment_links),
    rating: row.rating,
    ...presentTrust(row, trustOf(row)),
    owner_reply_time: canOwn(row.role) ? replyTimeOf(row.owner_reply_seconds) : null,
    ...(canSit(row.role) ? sitterPart(row, now) : NO_SITTER),
  };
}

/** A sitter's rate and free times; absences only show as missing dates. */
function sitterPart(row: ProfileRow, now: Date) {
  const { availability_enabled, payment_preference, hourly_rate_amount, fixed_rate_amount } = row;
  const rates = { payment_preference, hourly_rate_amount, fixed_rate_amount };
  const data = readAvailability(row.availability_data, now);
  if (!data || !availability_enabled) return { ...NO_SITTER, ...rates, availability_enabled };
  const today = dateIn(data.timeZone, now);
  const dates = Array.from({ length: DAYS_AHEAD }, (_, count) => addDays(today, count));
  const time = timeIn(data.timeZone, now);
  // Today counts only while some of its hours are still to come.
  const hasHours = (date: string) =>
    slotsOn({ enabled: true, data }, date).some(({ end }) => date !== today || end > time);
  return {
    ...rates,
    availability_enabled,
    free_days: freeDaysOf(row, data.weeklySchedule),
    weekly_schedule: data.weeklySchedule,
    time_zone: data.timeZone,
    next_free_dates: dates.filter(hasHours).slice(0, DATES_NAMED),
  };
}
