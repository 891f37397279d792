import type { Reliability } from '@kindpal/contract/member/reliability';
import type { Role } from '@kindpal/contract/member/role';
import type { Rating } from '@kindpal/contract/review/rating';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { eq, exists, type SQL, sql } from 'drizzle-orm';
import { type Actor, actorCte, type Credential } from '../access/actor.ts';
import { HIDDEN, HIDDEN_CTE, hiddenFrom } from '../block/policy.ts';
import type { Database, Queries } from '../db/client.ts';
import { fillSql } from '../db/fill-sql.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { VERIFIED, type VerifiedRow } from '../identity/verified-facts.ts';
import { ratingOf } from '../review/rows.ts';
import { ownerReplySeconds, type TrustRow, trustFacts } from './trust/trust-facts.ts';

type UserRow = typeof users.$inferSelect;
export type MemberRow = UserRow & { email: string; has_pet: boolean };

/** What a profile shows beyond the member's own row. */
type ProfileFacts = TrustRow & {
  email: string;
  rating: Rating;
  verified: VerifiedRow;
  /** Reply time as an owner; null before there are enough answers. */
  owner_reply_seconds: number | null;
};

/** What a profile shows of the member's row. */
const SEEN = {
  id: users.id,
  full_name: users.full_name,
  username: users.username,
  bio: users.bio,
  record_note: users.record_note,
  location: users.location,
  role: users.role,
  profile_image_url: users.profile_image_url,
  is_verified: users.is_verified,
  created_at: users.created_at,
  payment_links: users.payment_links,
  payment_preference: users.payment_preference,
  hourly_rate_amount: users.hourly_rate_amount,
  fixed_rate_amount: users.fixed_rate_amount,
  availability_enabled: users.availability_enabled,
  availability_data: users.availability_data,
  services: users.services,
  social_links: users.social_links,
  suspended_at: users.suspended_at,
};
/** What it shows to its member only. */
const OWN = {
  first_name: users.first_name,
  last_name: users.last_name,
  place_id: users.place_id,
  address: users.address,
  phone: users.phone,
  active_role: users.active_role,
  last_sign_in_at: users.last_sign_in_at,
  onboarding_completed: users.onboarding_completed,
  pet_onboarding_completed: users.pet_onboarding_completed,
};
type OwnRow = Pick<UserRow, keyof typeof OWN> & { has_pet: boolean };

export type ProfileRow = Pick<UserRow, keyof typeof SEEN> & ProfileFacts;
export type OwnProfileRow = ProfileRow & OwnRow;

/** A member's row with the address, suspended or not; null if unknown. */
export async function findMember(queries: Queries, id: string): Promise<MemberRow | null> {
  const [row] = await queries
    .select({ user: users, email: authUser.email, has_pet: hasPet(queries) })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
  if (!row) return null;
  const { user, ...rest } = row;
  return { ...user, ...rest };
}

/** How long after a claim its owner sees the sitter's email. [R2] */
const EMAIL_SHARED = '30 days';

/** The viewer of a profile and their relation to its member. */
export type Acquaintance = Pick<Actor, 'id' | 'app_role'> & {
  is_hidden: boolean;
  claimed_a_job: boolean;
};

// From the claims to their jobs, never from all jobs of an owner: a join could start with either.
const recentClaims = (condition: string) =>
  `SELECT job_id FROM job_claims WHERE sitter_id = profile.id AND ${condition}`;
// Most members have posted no job, which is one index look-up instead of one per claim.
const ACQUAINTANCE = `actor.id AS viewer_id, actor.app_role AS viewer_app_role,
  profile.id = ANY (${HIDDEN}) AS is_hidden,
  EXISTS (SELECT FROM jobs WHERE owner_id = (SELECT id FROM actor))
    AND EXISTS (SELECT FROM (${recentClaims('ended_at IS NULL')} UNION ALL
        ${recentClaims(`ended_at > $3::timestamptz - interval '${EMAIL_SHARED}'`)}) claim
      WHERE (SELECT owner_id FROM jobs WHERE id = claim.job_id) = actor.id) AS claimed_a_job`;

/** A member as they see their own profile. [R1] */
export async function findOwnProfile(queries: Queries, id: string): Promise<OwnProfileRow | null> {
  const hidden = fillSql(hiddenFrom('?'), sql`${id}::uuid`);
  const [row] = await queries
    .select({ ...SEEN, ...OWN, has_pet: hasPet(queries), ...profileFacts(hidden) })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}

type SeenProfile = { row: ProfileRow; own: OwnRow | null; viewer: Acquaintance | null };

/**
 * A member's profile and the caller's relation to the member, in one prepared statement. `own` is
 * null for everybody else, so that their address and phone number don't leave the database;
 * `viewer` is null for visitors and ended sessions. The result is null for an unknown id. [R1]
 * [R2]
 */
export async function readProfile(
  db: Database,
  { credential, id, now }: { credential: Credential | null; id: string; now: Date },
): Promise<SeenProfile | null> {
  const by = credential?.by ?? 'nobody';
  profileStatements[by] ??= profileStatement(db.drizzle, by);
  const [found] = await db.shortRead<JsonRow>({
    name: `profile-by-${by}`,
    text: profileStatements[by],
    values: [credential?.value ?? '', id, now],
  });
  if (!found) return null;
  const { viewer_id, viewer_app_role, is_hidden, claimed_a_job, own, ...row } = found;
  const { created_at, suspended_at } = row;
  return {
    row: { ...row, created_at: new Date(created_at), suspended_at: dateOf(suspended_at) },
    own: own && { ...own, last_sign_in_at: dateOf(own.last_sign_in_at) },
    viewer:
      viewer_id === null
        ? null
        : { id: viewer_id, app_role: viewer_app_role, is_hidden, claimed_a_job },
  };
}

/** A row of `profileStatement`, with times as texts. */
type JsonRow = InJson<ProfileRow, 'created_at' | 'suspended_at'> & {
  own: InJson<OwnRow, 'last_sign_in_at'> | null;
} & Omit<Acquaintance, 'id' | 'app_role'> &
  ({ viewer_id: string; viewer_app_role: AppRole } | { viewer_id: null; viewer_app_role: null });
type InJson<Row, Times extends keyof Row> = Omit<Row, Times> & {
  [time in Times]: string | Extract<Row[time], null>;
};

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

const profileStatements: { [by in Credential['by'] | 'nobody']?: string } = {};

/** Its parameters: credential, member id, current time. */
function profileStatement(queries: Queries, by: Credential['by'] | 'nobody'): string {
  const own = Object.keys(OWN).map((column) => `'${column}', users.${column}`);
  const { sql: text } = queries
    .select({
      ...SEEN,
      own: sql`CASE WHEN users.id = (SELECT id FROM actor) THEN json_build_object(
        'has_pet', ${hasPet(queries)}, ${sql.raw(own.join(', '))}) END`.as('own'),
      ...profileFacts(sql.raw(HIDDEN)),
    })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, sql.raw('$2::uuid')))
    .toSQL();
  return `WITH ${actorCte(by)}, ${HIDDEN_CTE} SELECT profile.*, ${ACQUAINTANCE}
    FROM (${text}) profile LEFT JOIN actor ON true`;
}

/** Over `users` and `auth.user`; `hidden` are the members who don't exist for the caller. */
function profileFacts(hidden: SQL) {
  const { invited_by, ...trust } = trustFacts('users', '?');
  return {
    email: authUser.email,
    verified: sql<VerifiedRow>`${sql.raw(VERIFIED)}`.as('verified'),
    rating: sql<Rating>`${sql.raw(ratingOf('users.id'))}`.as('rating'),
    invited_by: sql<string | null>`${fillSql(invited_by, hidden)}`.as('invited_by'),
    jobs_done: sql<number>`${sql.raw(trust.jobs_done)}`.as('jobs_done'),
    reply_seconds: ofRole('pet_sitter', trust.reply_seconds).as('reply_seconds'),
    owner_reply_seconds: ofRole('pet_owner', ownerReplySeconds('users')).as('owner_reply_seconds'),
    reliability: sql<Reliability[]>`${sql.raw(trust.reliability)}`.as('reliability'),
  };
}

/** A reply time that is shown only for a role, and not computed for members without it. */
function ofRole(role: Role, seconds: string) {
  return sql<number | null>`CASE WHEN ${users.role} IN ('both', ${sql.raw(`'${role}'`)})
    THEN ${sql.raw(seconds)} END`;
}

/** Whether a member of `users` has a saved pet. [R7] */
function hasPet(queries: Queries) {
  const pets = queries
    .select({ one: sql`1` })
    .from(petProfiles)
    .where(eq(petProfiles.owner_id, users.id));
  return sql<boolean>`${exists(pets)}`;
}
