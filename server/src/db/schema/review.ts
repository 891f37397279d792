import { jobSideSchema } from '@kindpal/contract/job/my-jobs';
import { REPLY_MAX, REVIEW_FACTS, REVIEW_TEXT_MAX } from '@kindpal/contract/review/rules';
import {
  type ReviewFact,
  replySchema,
  reviewDraftSchema,
  reviewOccasionSchema,
} from '@kindpal/contract/review/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { jobClaims } from './claim.ts';
import { lengthOf, oneOf, valuesOf } from './columns.ts';
import { users } from './member.ts';

const namesOf = (side: keyof typeof REVIEW_FACTS) =>
  sql.raw(`'{${Object.keys(REVIEW_FACTS[side]).join(',')}}'::text[]`);

/**
 * Reviews by each side of a claim. Triggers set the author, the subject and the deadline, refuse
 * late ones, and publish both reviews at once (see the migration). [R9]
 */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Null once the claim was deleted with the other side's account. */
    claim_id: uuid().references(() => jobClaims.id, { onDelete: 'set null' }),
    /** The author's role in the job. */
    side: text({ enum: valuesOf(jobSideSchema) }).notNull(),
    reviewer_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    reviewee_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    occasion: text({ enum: valuesOf(reviewOccasionSchema) }).notNull(),
    rating: integer().notNull(),
    text: text().notNull().default(''),
    would_repeat: boolean().notNull(),
    facts: jsonb().$type<Partial<Record<ReviewFact, boolean>>>().notNull().default({}),
    /** Only for staff. */
    staff_note: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** The latest time of publication. */
    publish_at: timestamp({ withTimezone: true }).notNull(),
    published_at: timestamp({ withTimezone: true }),
    reply: text(),
    replied_at: timestamp({ withTimezone: true }),
    /** Set while staff hide it. */
    hidden_at: timestamp({ withTimezone: true }),
    hidden_reason: text(),
  },
  (table) => [
    unique('reviews_one_a_side').on(table.claim_id, table.side),
    oneOf('reviews_side', table.side, jobSideSchema.options),
    oneOf('reviews_occasion', table.occasion, reviewOccasionSchema.options),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    lengthOf('reviews_text', table.text, {
      rule: reviewDraftSchema.shape.text,
      max: REVIEW_TEXT_MAX,
    }),
    lengthOf('reviews_staff_note', table.staff_note, {
      rule: reviewDraftSchema.shape.staff_note,
      max: REVIEW_TEXT_MAX,
    }),
    lengthOf('reviews_reply', table.reply, { rule: replySchema, min: 1, max: REPLY_MAX }),
    check('reviews_replied', sql`(${table.reply} is null) = (${table.replied_at} is null)`),
    check('reviews_reply_later', sql`${table.reply} is null or ${table.published_at} is not null`),
    check('reviews_hidden', sql`(${table.hidden_at} is null) = (${table.hidden_reason} is null)`),
    check('reviews_others', sql`${table.reviewer_id} <> ${table.reviewee_id}`),
    check(
      'reviews_facts',
      sql`${table.facts} - case ${table.side} when 'owner' then ${namesOf('owner')} else ${namesOf('sitter')} end = '{}'::jsonb`,
    ),
    // The only index by member: given two, a generic plan would use the one without the order.
    index('reviews_of_member').on(table.reviewee_id, table.published_at, table.id),
    index('reviews_by_reviewer').on(table.reviewer_id),
    index('reviews_due').on(table.publish_at).where(sql`${table.published_at} is null`),
    index('reviews_newest').on(table.created_at, table.id),
  ],
);

/** The reviews that others may read, count or average: the only place that defines this. [R9] */
export const publishedReviews = pgView('published_reviews').as((queries) =>
  queries
    .select({
      id: reviews.id,
      claim_id: reviews.claim_id,
      side: reviews.side,
      reviewer_id: reviews.reviewer_id,
      reviewee_id: reviews.reviewee_id,
      occasion: reviews.occasion,
      rating: reviews.rating,
      text: reviews.text,
      would_repeat: reviews.would_repeat,
      facts: reviews.facts,
      published_at: reviews.published_at,
      reply: reviews.reply,
    })
    .from(reviews)
    .where(sql`${reviews.published_at} is not null and ${reviews.hidden_at} is null`),
);
