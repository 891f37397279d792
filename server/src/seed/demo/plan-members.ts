import {
  type AvailabilityData,
  type Slot,
  WEEKDAYS,
  type Weekday,
  type WeeklySchedule,
} from '@kindpal/contract/availability/rules';
import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import { inviteCodeFrom } from '@kindpal/contract/invite/rules';
import { splitName } from '@kindpal/contract/member/rules';
import type { PaymentLinks } from '@kindpal/contract/payment/rules';
import { cashAppHandleOf } from '@kindpal/contract/payment/rules';
import type { identityChecks } from '../../db/schema/identity.ts';
import type { invites } from '../../db/schema/invite.ts';
import type { users } from '../../db/schema/member.ts';
import type { userRoles } from '../../db/schema/staff.ts';
import type { Random } from '../random.ts';
import { PEOPLE, type Person } from './people.ts';

export const DEMO_DOMAIN = 'demo.kindpal.example';
const DAY = 86_400_000;

export type PlannedMember = typeof users.$inferInsert & { email: string; name: string };
export type MembersPlan = {
  /** Confirmed identities, one that waits for confirmation, and one requested. */
  identityChecks: (typeof identityChecks.$inferInsert)[];
  members: PlannedMember[];
  invites: (typeof invites.$inferInsert)[];
  roles: (typeof userRoles.$inferInsert)[];
};

/** The people with their accounts, who invited them, and their unused codes. */
export function planMembers(random: Random, now: Date): MembersPlan {
  const members = PEOPLE.map((person, place) => planMember(person, { place, random, now }));
  const [founder, admin] = members;
  if (!founder || !admin) throw new Error('the demo needs a founder and an admin');
  return {
    members,
    invites: planInvites(members, random),
    identityChecks: planIdentityChecks(members, now),
    roles: [
      { user_id: founder.id, role: 'super_admin', is_first: true, created_at: founder.created_at },
      { user_id: admin.id, role: 'admin', assigned_by: founder.id, created_at: admin.created_at },
    ],
  };
}

/** The founder and the admin check others; nobody could check the two of them. */
function planIdentityChecks([founder, admin, ...others]: PlannedMember[], now: Date) {
  if (!founder || !admin) return [];
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const checked = { method: 'video_call' as const, checklist: [...IDENTITY_ITEMS] };
  const verified = new Set(PEOPLE.filter((person) => person.verified).map(({ name }) => name));
  const confirmed = others
    .filter(({ name }) => verified.has(name))
    .map(({ id }, place) => ({
      ...{ member_id: id, status: 'confirmed' as const, ...checked },
      requested_at: ago(52 + place * 3),
      ...{ checked_by: admin.id, checked_at: ago(50 + place * 3) },
      ...{ confirmed_by: founder.id, confirmed_at: ago(49 + place * 3) },
      expires_at: ago(49 + place * 3 - 730),
    }));
  const [first, second] = others.filter(({ name }) => !verified.has(name)).slice(-2);
  if (!first || !second) return confirmed;
  return [
    ...confirmed,
    {
      ...{ member_id: first.id, status: 'checked' as const, ...checked, requested_at: ago(6) },
      ...{ checked_by: admin.id, checked_at: ago(2) },
    },
    { member_id: second.id, status: 'requested' as const, requested_at: ago(1) },
  ];
}

function planMember(
  person: Person,
  { place, random, now }: { place: number; random: Random; now: Date },
): PlannedMember {
  const { name, role, area, bio } = person;
  const sits = role !== 'pet_owner';
  const plain = name.normalize('NFD').replace(/[^A-Za-z ]/g, '');
  const handle = plain.toLowerCase().split(' ').join('-');
  const hourly = sits && random.next() < 0.6 ? random.whole(24, 44) / 2 : null;
  const payment_links = planPaymentLinks(handle, place);
  return {
    id: random.uuid(),
    email: `${person.sign_in ?? handle.replaceAll('-', '.')}@${DEMO_DOMAIN}`,
    name,
    ...splitName(name),
    role,
    active_role: role === 'pet_sitter' ? 'pet_sitter' : 'pet_owner',
    bio,
    record_note: person.record_note ?? null,
    named_in_paths: place % 2 === 0,
    ...area,
    address: streetOf(place),
    phone: `973-555-01${String(place + 10).padStart(2, '0')}`,
    // The founder joined first; everybody joined after the person who invited them.
    created_at: new Date(now.getTime() - (420 - place * 8.6 - random.next() * 4) * DAY),
    last_sign_in_at: new Date(now.getTime() - random.next() ** 2 * 9 * DAY),
    cash_app_handle: cashAppHandleOf(payment_links),
    payment_links,
    availability_enabled: !person.is_away,
    availability_data: sits ? planWeek(place) : null,
    username: place % 3 === 0 ? handle.replaceAll('-', '.') : null,
    payment_preference: sits ? (hourly ? 'hourly_rate' : 'negotiable') : null,
    hourly_rate_amount: hourly,
    services: sits ? SERVICES[place % SERVICES.length] : null,
    onboarding_completed: true,
    pet_onboarding_completed: role !== 'pet_sitter',
  };
}

/** Both, one of the two, or not specified. */
const SERVICES: PlannedMember['services'][] = [
  ['pet_sitting', 'dog_walking'],
  ['dog_walking'],
  ['pet_sitting', 'dog_walking'],
  ['pet_sitting'],
  null,
];

/** One of three patterns: office hours, evenings and weekends, or weekend nights. */
function planWeek(place: number): AvailabilityData {
  const office = [{ start: '09:00', end: '17:00' }];
  const evening = [{ start: '17:30', end: '21:00' }];
  const weekend = [{ start: '08:00', end: '20:00' }];
  const night = [{ start: '18:00', end: '09:00', overnight: true }];
  const [workday, freeday] = [
    [office, []],
    [evening, weekend],
    [[], night],
  ][place % 3] as [Slot[], Slot[]];
  const isWeekend = (day: Weekday) => day === 'saturday' || day === 'sunday';
  return {
    weeklySchedule: Object.fromEntries(
      WEEKDAYS.map((day) => [day, isWeekend(day) ? freeday : workday]),
    ) as WeeklySchedule,
    specificDates: {},
    unavailableDateRanges: [],
    timeZone: 'America/New_York',
  };
}

/** An address for everybody; their jobs are at the same one. */
function streetOf(place: number): string {
  return `${4 + ((place * 29) % 140)} ${STREETS[place % STREETS.length]}`;
}

const STREETS = [
  'Elm Street',
  'Oakview Avenue',
  'Tuscan Road',
  'Ridgewood Terrace',
  'Parker Avenue',
].concat(['Prospect Street', 'Jefferson Lane', 'Wyoming Avenue', 'Berkeley Place', 'Mill Lane']);

/**
 * One or two services each. The handles cannot exist, so that nobody is paid by accident: PayPal
 * and Cash App allow no hyphens, and Venmo no names as long as these.
 */
function planPaymentLinks(handle: string, place: number): PaymentLinks {
  const paypal = { service: 'PayPal', url: `https://paypal.me/demo-${handle}` };
  const cash_app = { service: 'Cash App', url: `https://cash.app/$demo-${handle}` };
  const venmo = { service: 'Venmo', url: `https://venmo.com/u/demo-nobody-is-paid-here-${handle}` };
  const plans: PaymentLinks[] = [{ paypal }, { cash_app, paypal }, { cash_app, venmo }, { venmo }];
  return plans[place % plans.length] ?? { paypal };
}

/** The printed owner and the printed both still have their code to use, or to generate. */
const INVITED_NOBODY = [3, 4];

/**
 * Each member's code has been used, waits, or was not generated yet; staff granted further ones.
 */
function planInvites(members: PlannedMember[], random: Random): MembersPlan['invites'] {
  const codeOf = () => inviteCodeFrom(random.bytes(12));
  const standing = new Set<string>();
  const inviters = members.filter((_, place) => !INVITED_NOBODY.includes(place));
  const used = members.map((member, place) => {
    const inviter = place > 0 ? inviters[Math.floor((place - 1) / 2)] : undefined;
    const isGranted = inviter !== undefined && standing.has(inviter.id);
    if (inviter) standing.add(inviter.id);
    return {
      id: random.uuid(),
      code: codeOf(),
      created_by: inviter?.id ?? null,
      created_at: new Date((member.created_at as Date).getTime() - 3 * DAY),
      used_by: member.id,
      used_at: member.created_at as Date,
      is_founder: place === 0,
      ...(isGranted ? grantedBy(members[0], 'A neighbor asked to join as well') : {}),
    };
  });
  const unused = members
    .filter((member, place) => !standing.has(member.id) && place % 3 !== 1)
    .map((member) => ({
      id: random.uuid(),
      code: codeOf(),
      created_by: member.id,
      created_at: new Date((member.created_at as Date).getTime() + 2 * DAY),
    }));
  return [...used, ...unused, plannedGift(members, { id: random.uuid(), code: codeOf() })];
}

/** The sitter with the printed sign-in has used their code, and was granted another. */
function plannedGift(members: PlannedMember[], made: { id: string; code: string }) {
  const [founder, , sitter] = members;
  return {
    ...made,
    created_by: sitter?.id ?? null,
    ...grantedBy(founder, 'Request for Additional Invite Codes'),
  };
}

function grantedBy(staff: PlannedMember | undefined, grant_reason: string) {
  return { kind: 'granted' as const, granted_by: staff?.id ?? null, grant_reason };
}
