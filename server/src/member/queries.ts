import type { Role } from '@kindpal/contract/member/schema';
import type { PaymentLinks, PaymentPreference } from '@kindpal/contract/payment/rules';
import type { Rating } from '@kindpal/contract/review/rating';
import { eq, exists, sql } from 'drizzle-orm';
import { areBlocked, isShownTo } from '../block/policy.ts';
import type { Database, Queries, Statement } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { isShort, NEWEST_SOUGHT, patternOf } from '../db/search-words.ts';
import { ratingOf } from '../review/rows.ts';
import { type Key, keyValues } from '../transport/cursor.ts';
import { IN_DIRECTORY, SEARCHED } from './policy.ts';

export type MemberRow = typeof users.$inferSelect & {
  email: string;
  has_pet: boolean;
  rating: Rating;
};

/** A member's row with the address, suspended or not; null when there is none. */
export async function findMember(queries: Queries, id: string): Promise<MemberRow | null> {
  const [row] = await queries
    .select({
      user: users,
      email: authUser.email,
      has_pet: hasPet(queries),
      rating: sql<Rating>`${sql.raw(ratingOf('users.id'))}`,
    })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
  if (!row) return null;
  const { user, ...rest } = row;
  return { ...user, ...rest };
}

/** For how long after a claim its owner is told the sitter's email. [R2] */
const EMAIL_SHARED = '30 days';

/** What a member is to another whose profile they open; also for an id that nobody has. */
export type Acquaintance = { is_blocked: boolean; claimed_a_job: boolean };

const ofOwner = (condition: string) => `EXISTS (SELECT FROM job_claims claim
  JOIN jobs job ON job.id = claim.job_id AND job.owner_id = $1
  WHERE claim.sitter_id = $2 AND ${condition})`;
const ACQUAINTANCE = `SELECT ${areBlocked('$1::uuid', '$2::uuid')} AS is_blocked,
  ${ofOwner('claim.ended_at IS NULL')}
    OR ${ofOwner(`claim.ended_at > $3::timestamptz - interval '${EMAIL_SHARED}'`)} AS claimed_a_job`;

/** Whether two members are blocked, and whether the second claimed a job of the first lately. [R2] */
export async function findAcquaintance(
  db: Database,
  { viewer, member, now }: { viewer: string; member: string; now: Date },
): Promise<Acquaintance> {
  const [row] = await db.shortRead<Acquaintance>({
    name: 'member-acquaintance',
    text: ACQUAINTANCE,
    values: [viewer, member, now],
  });
  if (!row) throw new Error('two members brought no answer about each other');
  return row;
}

/** Whether a member of `users` has a pet here. [R7] */
function hasPet(queries: Queries) {
  const pets = queries
    .select({ one: sql`1` })
    .from(petProfiles)
    .where(eq(petProfiles.owner_id, users.id));
  return sql<boolean>`${exists(pets)}`;
}

/** What the directory takes of a member; where exactly they live does not even leave the database. */
export type SitterRow = {
  id: string;
  full_name: string;
  profile_image_url: string | null;
  is_verified: boolean;
  role: Role;
  bio: string | null;
  location: string | null;
  created_at: string;
  payment_links: PaymentLinks;
  availability_enabled: boolean;
  payment_preference: PaymentPreference | null;
  hourly_rate_amount: number | null;
  fixed_rate_amount: number | null;
  /** The weekly schedule as it is kept, in either shape. */
  week: unknown;
  rating: Rating;
};

const FACTS = `id, full_name, profile_image_url, is_verified, role, bio, location, created_at,
  payment_links, availability_enabled, payment_preference, hourly_rate_amount, fixed_rate_amount`;
const SITTER = `${FACTS},
  coalesce(availability_data -> 'weeklySchedule', availability_data) AS week`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

export type SitterPage = {
  terms: string[];
  /** The member who reads; null for a visitor. */
  reader: string | null;
  after: Key | null;
  limit: number;
};

/**
 * One page of the directory. A search walks through the newest first, which finds whatever is common;
 * the rest is rare enough to be found through the index of words. [R8]
 */
export async function listSitters(db: Database, page: SitterPage): Promise<SitterRow[]> {
  const list = (cut: Statement) => db.jsonRows<SitterRow>(withRating(cut));
  if (page.terms.length === 0) return list(listStatement(page));
  const found = await list(scanStatement(page));
  if (found.length === page.limit || page.terms.some(isShort)) return found;
  return list(indexStatement(page));
}

/** Ratings are read for the members of one page only. [R9] */
function withRating({ text, ...cut }: Statement): Statement {
  return {
    ...cut,
    text: `SELECT page.*, ${ratingOf('page.id')} AS rating FROM (${text}) page ${NEWEST_FIRST}`,
  };
}

/** The same of these members, whether or not they stand in the directory. */
export function listMembersById(db: Database, ids: string[]): Promise<SitterRow[]> {
  return db.jsonRows<SitterRow>({
    name: 'members-by-id',
    text: `SELECT ${SITTER}, ${ratingOf('users.id')} AS rating FROM users WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
}

function listStatement({ reader, after, limit }: SitterPage): Statement {
  return pageStatement({
    name: 'sitters',
    select: `SELECT ${SITTER} FROM users`,
    where: [
      { name: '', text: IN_DIRECTORY },
      reader !== null && { name: 'member', text: isShownTo('users.id', '?'), value: reader },
    ],
    order: newest(),
    after: keyValues(after),
    limit,
  });
}

/** Words never hold the line break that parts what is searched. */
function scanStatement(page: SitterPage): Statement {
  const { values, patterns, listed, columns } = partsOf(page);
  const matching = patterns.map((pattern) => `said LIKE lower(${pattern})`);
  return {
    text: `SELECT ${FACTS}, week FROM (
        SELECT ${SITTER}, lower(concat_ws(E'\\n', ${columns.join(', ')})) AS said
        FROM users WHERE ${listed} ${NEWEST_FIRST} LIMIT ${NEWEST_SOUGHT}) newest
      WHERE ${matching.join(' AND ')} ${NEWEST_FIRST} LIMIT ${Math.trunc(page.limit)}`,
    values,
  };
}

/**
 * Materialized, or PostgreSQL might walk through everybody after all: it does not know that two
 * common words hardly ever stand together.
 */
function indexStatement(page: SitterPage): Statement {
  const { values, patterns, listed, columns } = partsOf(page);
  const matching = patterns.map(
    (pattern) => `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`,
  );
  return {
    text: `WITH found AS MATERIALIZED (
        SELECT ${SITTER} FROM users WHERE ${listed} AND ${matching.join(' AND ')})
      SELECT * FROM found ${NEWEST_FIRST} LIMIT ${Math.trunc(page.limit)}`,
    values,
  };
}

function partsOf({ terms, reader, after }: SitterPage) {
  const values: unknown[] = keyValues(after) ?? [];
  const patterns = terms.map((term) => `$${values.push(patternOf(term))}`);
  const behind = after ? 'AND (created_at, id) < ($1::timestamptz, $2::uuid)' : '';
  const columns = reader ? SEARCHED.by_members : SEARCHED.by_visitors;
  const shown = reader ? `AND ${isShownTo('users.id', `$${values.push(reader)}::uuid`)}` : '';
  return { values, patterns, listed: `${IN_DIRECTORY} ${shown} ${behind}`, columns };
}
