import type { Reliability } from '@kindpal/contract/member/reliability';
import type { Rating } from '@kindpal/contract/review/rating';
import { eq, exists, fillPlaceholders, sql } from 'drizzle-orm';
import { type Actor, actorCte, type Credential } from '../access/actor.ts';
import { isHiddenFrom } from '../block/policy.ts';
import type { Database, Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { VERIFIED, type VerifiedRow } from '../identity/verified-facts.ts';
import { ratingOf } from '../review/rows.ts';
import { ownerReplySeconds, type TrustRow, trustFacts } from './trust-facts.ts';

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

/** The viewer of a profile and their relation to its member; also for an unknown id. */
export type Acquaintance = Pick<Actor, 'id' | 'app_role'> & {
  is_hidden: boolean;
  claimed_a_job: boolean;
};

// From the claims to their jobs, never from all jobs of an owner: a join could start with either.
const ofOwner = (condition: string) => `EXISTS (SELECT FROM job_claims claim
  WHERE claim.sitter_id = $2 AND ${condition}
    AND (SELECT owner_id FROM jobs WHERE id = claim.job_id) = actor.id)`;
const acquaintance = (by: Credential['by']) => `WITH ${actorCte(by)}
  SELECT actor.id, actor.app_role, ${isHiddenFrom('$2::uuid', 'actor.id')} AS is_hidden,
    ${ofOwner('claim.ended_at IS NULL')}
    OR ${ofOwner(`claim.ended_at > $3::timestamptz - interval '${EMAIL_SHARED}'`)} AS claimed_a_job
  FROM actor`;

/**
 * The caller, whether a block hides a member from them, and whether that member claimed
 * a job of theirs recently; null if the session has ended. [R2]
 */
export async function findAcquaintance(
  db: Database,
  { credential, member, now }: { credential: Credential; member: string; now: Date },
): Promise<Acquaintance | null> {
  const [row] = await db.shortRead<Acquaintance>({
    name: `acquaintance-by-${credential.by}`,
    text: acquaintance(credential.by),
    values: [credential.value, member, now],
  });
  return row ?? null;
}

/** A member with what `reader` sees beyond their own row. [R1] */
export async function findProfile(
  queries: Queries,
  id: string,
  reader: string,
): Promise<ProfileRow | null> {
  return asProfile(await selectProfile(queries).execute({ id, reader }));
}

/** The same outside of transactions, prepared: planning takes longer than reading. [R1] */
export async function readProfile(
  db: Database,
  id: string,
  reader: string,
): Promise<ProfileRow | null> {
  profileStatement ??= selectProfile(db.drizzle).toSQL();
  const { sql: text, params } = profileStatement;
  const values = fillPlaceholders(params, { id, reader });
  const [row] = await db.shortRead<JsonProfile>({ name: 'profile', text, values });
  if (!row) return null;
  const moments = MOMENTS.map((moment) => [moment, row[moment] && new Date(row[moment])]);
  return { ...row, ...(Object.fromEntries(moments) as Pick<ProfileRow, Moment>) };
}

let profileStatement: { sql: string; params: unknown[] } | undefined;

/** The columns that `shortRead` returns as JSON texts. */
const MOMENTS = ['created_at', 'last_sign_in_at', 'suspended_at', 'erased_at'] as const;
type Moment = (typeof MOMENTS)[number];
type JsonProfile = Omit<ProfileRow, Moment> & Record<Moment, string | null>;

type SelectedProfile = Omit<ProfileRow, keyof typeof users.$inferSelect | 'record_note'> & {
  user: typeof users.$inferSelect;
};

function asProfile([row]: SelectedProfile[]): ProfileRow | null {
  if (!row) return null;
  const { user, ...rest } = row;
  return { ...user, ...rest };
}

/** With the placeholders `id` and `reader`. */
function selectProfile(queries: Queries) {
  const { invited_by, ...trust } = trustFacts('users', '?');
  const reader = sql`${sql.placeholder('reader')}::uuid`;
  return queries
    .select({
      user: users,
      email: authUser.email,
      has_pet: hasPet(queries).as('has_pet'),
      verified: sql<VerifiedRow>`${sql.raw(VERIFIED)}`.as('verified'),
      rating: sql<Rating>`${sql.raw(ratingOf('users.id'))}`.as('rating'),
      invited_by: sql<string | null>`${sql.join(invited_by.split('?').map(sql.raw), reader)}`.as(
        'invited_by',
      ),
      jobs_done: sql<number>`${sql.raw(trust.jobs_done)}`.as('jobs_done'),
      reply_seconds: sql<number | null>`${sql.raw(trust.reply_seconds)}`.as('reply_seconds'),
      owner_reply_seconds: sql<number | null>`${sql.raw(ownerReplySeconds('users'))}`.as(
        'owner_reply_seconds',
      ),
      reliability: sql<Reliability[]>`${sql.raw(trust.reliability)}`.as('reliability'),
    })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, sql.placeholder('id')));
}

/** Whether a member of `users` has a saved pet. [R7] */
function hasPet(queries: Queries) {
  const pets = queries
    .select({ one: sql`1` })
    .from(petProfiles)
    .where(eq(petProfiles.owner_id, users.id));
  return sql<boolean>`${exists(pets)}`;
}
