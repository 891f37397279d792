import type { Profile } from '@kindpal/contract/member/schema';
import type { Review } from '@kindpal/contract/review/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DOT } from '~/lib/format.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { RatingLine } from './rating-line.tsx';
import { Reply } from './reply.tsx';
import { ReviewBody } from './review-body.tsx';

type Shown = Pick<Profile, 'id' | 'full_name' | 'rating'>;

/** Reviews of a member, for members; visitors see only the totals. [R9] */
export function MemberReviews({ member, listed }: { member: Shown; listed: boolean }) {
  const { rating } = member;
  return (
    <section aria-labelledby="reviews" className="grid gap-3">
      <h2 id="reviews" className="text-xl">
        Reviews
      </h2>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <RatingLine rating={rating} />
        {rating.count > 0 ? (
          <p className="text-ink-soft text-sm">
            {rating.would_repeat} of {rating.count} would do it again
          </p>
        ) : null}
      </div>
      {listed && rating.count > 0 ? <ReviewList member={member} /> : null}
    </section>
  );
}

function ReviewList({ member }: { member: Shown }) {
  const query = useInfiniteQuery(
    api.review.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ reviewee_id: member.id, ...atCursor(cursor) }),
      ...pageByPage,
    }),
  );
  return (
    <PagedList
      label="Reviews"
      query={query}
      rows={rowsOf(query)}
      failure="The reviews didn’t load"
      empty={null}
    >
      {(review) => <ReviewItem key={review.id} review={review} subject={member.full_name} />}
    </PagedList>
  );
}

function ReviewItem({ review, subject }: { review: Review; subject: string }) {
  const { reviewer, published_at } = review;
  const me = useViewer()?.id;
  return (
    <li className="grid gap-3 border-line border-t pt-4">
      <div className="flex items-center gap-3">
        <Avatar
          name={reviewer?.full_name ?? 'A member'}
          src={reviewer?.profile_image_url ?? null}
          size="sm"
        />
        <p className="min-w-0 wrap-anywhere text-ink-soft text-sm">
          {reviewer ? (
            <Link
              to={`/profile/${reviewer.id}`}
              className="py-1 font-semibold text-ink underline-offset-4 hover:underline"
            >
              <bdi>{reviewer.full_name}</bdi>
            </Link>
          ) : (
            <span className="font-semibold text-ink">A member</span>
          )}
          {DOT}
          {review.side === 'owner' ? 'Pet owner' : 'Sitter'}
          {DOT}
          <Moment at={published_at} />
        </p>
      </div>
      <ReviewBody review={review} subject={subject} />
      {reviewer && reviewer.id !== me ? (
        <div className="-ml-4">
          <ReportButton
            name={reviewer.full_name}
            subjects={[{ type: 'review', id: review.id, label: 'The review' }]}
          />
        </div>
      ) : null}
      {review.can.reply ? <Reply reviewId={review.id} /> : null}
    </li>
  );
}
