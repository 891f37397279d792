import { areBlocked } from '../block/policy.ts';
import { memberCard } from '../member/member-card.ts';

/** What published reviews say in sum of the member that this SQL names; of type `Rating`. [R9] */
export const ratingOf = (member: string) => `(SELECT json_build_object(
    'average', round(avg(rating), 2)::float8, 'count', count(*)::int,
    'would_repeat', (count(*) FILTER (WHERE would_repeat))::int)
  FROM published_reviews WHERE reviewee_id = ${member})`;

/** Over `review` (published_reviews) and `reviewer` (users), which may be missing; the reader is SQL. */
export const publishedColumns = (
  reader: string,
) => `review.id, review.side, review.occasion, review.rating, review.text,
  review.would_repeat, review.facts, review.reviewee_id, review.published_at, review.reply,
  CASE WHEN reviewer.suspended_at IS NULL AND reviewer.id IS NOT NULL
      AND NOT ${areBlocked('reviewer.id', reader)}
    THEN ${memberCard('reviewer')} END AS reviewer`;
