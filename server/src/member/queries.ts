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

export type MemberRow = typeof users.$inferSelect & { email: string; has_pet: boolean };
export type ProfileRow = MemberRow &
  TrustRow & {
    rating: Rating;
    verified: VerifiedRow;
    /** Reply time as an owner; null before there are enough answers. */
    owner_reply_seconds: number | null;
  };

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
const ofOwner = (condition: string) => `EXISTS (SELECT FROM job_claims claim
  WHERE claim.sitter_id = profile.id AND ${condition}
    AND (SELECT owner_id FROM jobs WHERE id = claim.job_id) = actor.id)`;
// Most members have posted no job, which is one index look-up instead of one per claim.
const ACQUAINTANCE = `actor.id AS viewer_id, actor.app_role AS viewer_app_role,
  profile.id = ANY (${HIDDEN}) AS is_hidden,
  EXISTS (SELECT FROM jobs WHERE owner_id = (SELECT id FROM actor))
    AND (${ofOwner('claim.ended_at IS NULL')}
      OR ${ofOwner(`claim.ended_at > $3::timestamptz - interval '${EMAIL_SHARED}'`)}) AS claimed_a_job`;

/** A member as they see their own profile. [R1] */
export async function findOwnProfile(queries: Queries, id: string): Promise<ProfileRow | null> {
  const [row] = await selectProfile(queries, {
    id: sql`${id}`,
    hidden: fillSql(hiddenFrom('?'), sql`${id}::uuid`),
  });
  if (!row) return null;
  const { user, ...rest } = row;
  return { ...user, ...rest };
}

type SeenProfile = { row: ProfileRow; viewer: Acquaintance | null };

/**
 * A member's profile and the caller's relation to the member, in one prepared statement. `viewer`
 * is null for visitors and ended sessions; the result is null for an unknown id. [R1] [R2]
 */
export async function readProfile(
  db: Database,
  { credential, id, now }: { credential: Credential | null; id: string; now: Date },
): Promise<SeenProfile | null> {
  const by = credential?.by ?? 'nobody';
  profileStatements[by] ??= profileStatement(db.drizzle, by);
  const [found] = await db.shortRead<JsonProfile & ViewerColumns>({
    name: `profile-by-${by}`,
    text: profileStatements[by],
    values: [credential?.value ?? '', id, now],
  });
  if (!found) return null;
  const { viewer_id, viewer_app_role, is_hidden, claimed_a_job, ...row } = found;
  const moments = MOMENTS.map((moment) => [moment, row[moment] && new Date(row[moment])]);
  return {
    row: { ...row, ...(Object.fromEntries(moments) as Pick<ProfileRow, Moment>) },
    viewer:
      viewer_id === null
        ? null
        : { id: viewer_id, app_role: viewer_app_role, is_hidden, claimed_a_job },
  };
}

const profileStatements: { [by in Credential['by'] | 'nobody']?: string } = {};

/** Its parameters: credential, member id, current time. */
function profileStatement(queries: Queries, by: Credential['by'] | 'nobody'): string {
  const { sql: text } = selectProfile(queries, {
    id: sql.raw('$2::uuid'),
    hidden: sql.raw(HIDDEN),
  }).toSQL();
  return `WITH ${actorCte(by)}, ${HIDDEN_CTE} SELECT profile.*, ${ACQUAINTANCE}
    FROM (${text}) profile LEFT JOIN actor ON true`;
}

/** The columns that `shortRead` returns as JSON texts. */
const MOMENTS = ['created_at', 'last_sign_in_at', 'suspended_at', 'erased_at'] as const;
type Moment = (typeof MOMENTS)[number];
type ViewerColumns = Omit<Acquaintance, 'id' | 'app_role'> &
  ({ viewer_id: string; viewer_app_role: AppRole } | { viewer_id: null; viewer_app_role: null });
type JsonProfile = Omit<ProfileRow, Moment> & Record<Moment, string | null>;

/** The member with this id; `hidden` is an array of the members who don't exist for the caller. */
function selectProfile(queries: Queries, { id, hidden }: { id: SQL; hidden: SQL }) {
  const { invited_by, ...trust } = trustFacts('users', '?');
  return queries
    .select({
      user: users,
      email: authUser.email,
      has_pet: hasPet(queries).as('has_pet'),
      verified: sql<VerifiedRow>`${sql.raw(VERIFIED)}`.as('verified'),
      rating: sql<Rating>`${sql.raw(ratingOf('users.id'))}`.as('rating'),
      invited_by: sql<string | null>`${fillSql(invited_by, hidden)}`.as('invited_by'),
      jobs_done: sql<number>`${sql.raw(trust.jobs_done)}`.as('jobs_done'),
      reply_seconds: ofRole('pet_sitter', trust.reply_seconds).as('reply_seconds'),
      owner_reply_seconds: ofRole('pet_owner', ownerReplySeconds('users')).as(
        'owner_reply_seconds',
      ),
      reliability: sql<Reliability[]>`${sql.raw(trust.reliability)}`.as('reliability'),
    })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
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
