import type { MemberCard } from '@kindpal/contract/member/schema';
import { REVIEW_DAYS, REVIEW_WINDOW_MS } from '@kindpal/contract/review/rules';
import type { ReviewOccasion } from '@kindpal/contract/review/schema';
import { and, eq, sql } from 'drizzle-orm';
import { actorCte, type Credential } from '../access/actor.ts';
import { HIDDEN, HIDDEN_CTE, hiddenFrom } from '../block/policy.ts';
import type { Database, Queries } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { reviews } from '../db/schema/review.ts';
import { patternOf, searchText } from '../db/search-words.ts';
import { memberCard } from '../member/member-card.ts';
import { roleOf } from '../moderation/policy.ts';
import { type Key, keyValues } from '../transport/cursor.ts';
import { type LockedClaim, type LockedReview, MODERATES } from './policy.ts';
import type { ModeratedRow, OwnReviewRow, PublishedRow } from './present.ts';
import { publishedColumns } from './rows.ts';

/**
 * A page of published reviews about a member who is not suspended, newest first, and the viewer;
 * null if the session has ended. [R9] The page is cut before any join: with a generic plan, a
 * join would read all reviews of the member.
 */
export async function listPublished(
  db: Database,
  page: { reviewee_id: string; credential: Credential; after: Key | null; limit: number },
): Promise<{ viewer: string; rows: PublishedRow[] } | null> {
  const { by, value } = page.credential;
  const cut = pageStatement({
    name: `reviews-by-${by}`,
    select: 'SELECT * FROM published_reviews',
    given: [value],
    where: [{ name: '', text: 'reviewee_id = ?', value: page.reviewee_id }],
    order: newest('published_at'),
    after: keyValues(page.after),
    limit: page.limit,
  });
  const found = await db.shortRead<PublishedRow & { viewer: string }>({
    ...cut,
    text: `WITH ${actorCte(by)}, ${HIDDEN_CTE} SELECT actor.id AS viewer, found.*
      FROM actor LEFT JOIN (
        SELECT ${publishedColumns(HIDDEN)} FROM (${cut.text}) review
        LEFT JOIN users reviewer ON reviewer.id = review.reviewer_id
        WHERE (SELECT reviewee.suspended_at IS NULL AND reviewee.id <> ALL (${HIDDEN})
          FROM users reviewee WHERE reviewee.id = $2)) found ON true
      ORDER BY found.published_at DESC, found.id DESC`,
  });
  const [first] = found;
  if (!first) return null;
  // A page without reviews is one row with only the viewer.
  const rows = found.filter(({ id }) => id !== null).map(({ viewer: _, ...row }) => row);
  return { viewer: first.viewer, rows };
}

/** A published review; null if it is not published. */
export async function findPublished(
  db: Database,
  viewer: string,
  id: string,
): Promise<PublishedRow | null> {
  const [row] = await db.jsonRows<PublishedRow>({
    name: 'review',
    text: `SELECT ${publishedColumns(hiddenFrom('$1'))} FROM published_reviews review
      LEFT JOIN users reviewer ON reviewer.id = review.reviewer_id WHERE review.id = $2`,
    values: [viewer, id],
  });
  return row ?? null;
}

/** A claim of a job that a member took part in, and that can be reviewed or could have been. */
export type ReviewableRow = {
  claim_id: string;
  job_id: string;
  pet_name: string;
  as: 'owner' | 'sitter';
  occasion: ReviewOccasion;
  partner: MemberCard;
  review_until: string;
};

const REVIEWABLE = `SELECT claim.id AS claim_id, claim.job_id, job.pet_name,
    CASE job.owner_id WHEN $1 THEN 'owner' ELSE 'sitter' END AS as, review_occasion(claim) AS occasion,
    ${memberCard('partner')} AS partner, claim.ended_at + interval '${REVIEW_DAYS} days' AS review_until
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  JOIN users partner
    ON partner.id = CASE job.owner_id WHEN $1 THEN claim.sitter_id ELSE job.owner_id END
  WHERE claim.job_id = $2 AND $1 IN (job.owner_id, claim.sitter_id)
    AND review_occasion(claim) IS NOT NULL
  ORDER BY claim.claimed_at DESC, claim.id LIMIT 50`;

/** The claims of a job that `memberId` took part in and can review, newest first. [R9] */
export function listReviewableClaims(
  db: Database,
  memberId: string,
  jobId: string,
): Promise<ReviewableRow[]> {
  const values = [memberId, jobId];
  return db.jsonRows<ReviewableRow>({ name: 'reviewable', text: REVIEWABLE, values });
}

const OWN_COLUMNS = `id, claim_id, side, occasion, rating, text, would_repeat, facts, staff_note,
  publish_at, published_at, hidden_at IS NOT NULL AS is_hidden, reply`;

/**
 * A condition on a few claims' reviews, written so that the index over all reviews of a member
 * can't be used.
 */
const isMember = (column: string) => `${column} IS NOT DISTINCT FROM $1::uuid`;

/** A member's own reviews in these claims, published or not. */
export function listOwnReviews(db: Database, memberId: string, claims: string[]) {
  return db.jsonRows<OwnReviewRow>({
    name: 'reviews-own',
    text: `SELECT ${OWN_COLUMNS} FROM reviews
      WHERE ${isMember('reviewer_id')} AND claim_id = ANY($2::uuid[])`,
    values: [memberId, claims],
  });
}

/** Published reviews about a member in these claims. */
export function listReviewsAbout(db: Database, memberId: string, claims: string[]) {
  return db.jsonRows<PublishedRow & { claim_id: string }>({
    name: 'reviews-about',
    text: `SELECT ${publishedColumns(hiddenFrom('$1'))}, review.claim_id FROM published_reviews review
      LEFT JOIN users reviewer ON reviewer.id = review.reviewer_id
      WHERE ${isMember('review.reviewee_id')} AND review.claim_id = ANY($2::uuid[])`,
    values: [memberId, claims],
  });
}

/**
 * A claim that a member took part in, locked until the transaction ends: its two sides take
 * turns. [R9]
 */
export async function lockReviewedClaim(
  tx: Queries,
  id: string,
  memberId: string,
): Promise<LockedClaim | undefined> {
  const [claim] = await tx
    .select({
      id: jobClaims.id,
      side: sql<
        'owner' | 'sitter'
      >`case ${jobs.owner_id} when ${memberId} then 'owner' else 'sitter' end`,
      occasion: sql<string | null>`review_occasion(${jobClaims})`,
      ended_at: jobClaims.ended_at,
    })
    .from(jobClaims)
    .innerJoin(jobs, eq(jobs.id, jobClaims.job_id))
    .where(
      and(eq(jobClaims.id, id), sql`${memberId} in (${jobs.owner_id}, ${jobClaims.sitter_id})`),
    )
    .for('no key update', { of: jobClaims });
  if (!claim) return undefined;
  const { ended_at, ...rest } = claim;
  const written = await tx.select().from(reviews).where(eq(reviews.claim_id, id));
  return {
    ...rest,
    publish_at: ended_at && new Date(ended_at.getTime() + REVIEW_WINDOW_MS),
    is_published: written.some(({ published_at }) => published_at !== null),
    has_own: written.some(({ side }) => side === claim.side),
  };
}

/** A review with the facts for its authorization, locked until the transaction ends. */
export async function lockReview(tx: Queries, id: string): Promise<LockedReview | undefined> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
  return row;
}

const MODERATED = `SELECT review.id, review.side, review.occasion, review.rating, review.text,
    review.would_repeat, review.facts, review.created_at, review.published_at, review.reply,
    review.staff_note, review.hidden_reason,
    (SELECT ${memberCard('reviewer')} FROM users reviewer WHERE reviewer.id = review.reviewer_id)
      AS reviewer,
    (SELECT ${memberCard('reviewee')} FROM users reviewee WHERE reviewee.id = review.reviewee_id)
      AS reviewee,
    ${roleOf('review.reviewer_id')} AS author_role
  FROM reviews review`;
const MODERATED_WORDS = ['review.text', 'review.reply', 'review.staff_note'];

/** All reviews except those that involve the staff member, newest first. [S4] */
export function listModerated(
  db: Database,
  page: { search: string | undefined; staffId: string; after: Key | null; limit: number },
): Promise<ModeratedRow[]> {
  const sought = searchText(page.search);
  return db.jsonRows<ModeratedRow>(
    pageStatement({
      name: 'moderation-reviews',
      select: MODERATED,
      where: [
        { name: '', text: MODERATES, value: page.staffId },
        sought !== '' && {
          name: 'search',
          text: `(${MODERATED_WORDS.map((column) => `${column} ILIKE ?`).join(' OR ')})`,
          value: patternOf(sought),
        },
      ],
      order: newest('review.created_at', 'review.id'),
      after: keyValues(page.after),
      limit: page.limit,
      isPlannedAnew: sought !== '',
    }),
  );
}

/** One of them; null if unknown. */
export async function findModerated(db: Database, id: string): Promise<ModeratedRow | null> {
  const [row] = await db.jsonRows<ModeratedRow>({
    name: 'moderation-review',
    text: `${MODERATED} WHERE review.id = $1`,
    values: [id],
  });
  return row ?? null;
}
