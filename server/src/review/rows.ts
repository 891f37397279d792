import { isHiddenFrom } from '../block/policy.ts';
import { memberCard } from '../member/member-card.ts';

/**
 * The summary of published reviews of a member (SQL), of type `Rating`. Former members have no
 * row. [R9]
 */
export const ratingOf = (member: string) => `coalesce((SELECT json_build_object(
    'average', CASE WHEN rated.rating_count > 0 THEN rated.rating_average::float8 END,
    'count', rated.rating_count, 'would_repeat', rated.would_repeat)
  FROM ratings rated WHERE rated.member_id = ${member}),
  '{"average": null, "count": 0, "would_repeat": 0}')`;

/**
 * Over `review` (published_reviews) and `reviewer` (users), which may be missing; the viewer is
 * SQL.
 */
export const publishedColumns = (
  viewer: string,
) => `review.id, review.side, review.occasion, review.rating, review.text,
  review.would_repeat, review.facts, review.reviewee_id, review.published_at, review.reply,
  CASE WHEN reviewer.suspended_at IS NULL AND reviewer.id IS NOT NULL
      AND NOT ${isHiddenFrom('reviewer.id', viewer)}
    THEN ${memberCard('reviewer')} END AS reviewer`;
