import type { Rating } from '@kindpal/contract/review/rating';
import { ratingText } from '@kindpal/contract/review/rules';
import { Star } from 'lucide-react';
import { cx } from '~/ui/class-names.ts';

/** The average rating of a member, or that there are no reviews. [R8] [R9] */
export function RatingLine({ rating, className }: { rating: Rating; className?: string }) {
  const has = rating.average !== null;
  return (
    <p className={cx('flex gap-1.5 text-ink-soft text-sm', className)}>
      <Star
        aria-hidden="true"
        className={cx('line-icon', has ? 'fill-accent text-accent' : 'text-line-strong')}
      />
      {ratingText(rating)}
    </p>
  );
}
