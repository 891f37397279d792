import type { ModeratedReview } from '@kindpal/contract/review/schema';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { ReviewBody } from '~/review/review-body.tsx';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { HideReviewDialog } from './hide-review-dialog.tsx';

/** Reviews with the notes for staff, newest first, with actions to hide and restore them. [S4] */
export function ModeratedReviews({ search, empty }: { search: string; empty: ReactNode }) {
  const [hiding, setHiding] = useState<ModeratedReview | null>(null);
  const query = useInfiniteQuery(
    api.review.listForStaff.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(search ? { search } : {}),
        ...atCursor(cursor),
      }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <KeyList opens="open the author">
        <PagedList
          label="Reviews"
          query={query}
          rows={rowsOf(query)}
          failure="The reviews didn’t load"
          empty={empty}
        >
          {(review) => (
            <ModeratedReviewItem key={review.id} review={review} onHide={() => setHiding(review)} />
          )}
        </PagedList>
      </KeyList>
      <HideReviewDialog review={hiding} onClose={() => setHiding(null)} />
    </>
  );
}

type ItemProps = { review: ModeratedReview; onHide: () => void };

function ModeratedReviewItem({ review, onHide }: ItemProps) {
  const { reviewer, reviewee, created_at, published_at, staff_note, hidden_reason, can } = review;
  const restore = useMutation(
    api.review.restore.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: api.review.key() });
        notify.outcome({ title: 'Review restored' });
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  const author = reviewer?.full_name ?? 'A former member';
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-sans font-semibold text-base tracking-normal [overflow-wrap:anywhere]">
          {reviewer ? <MemberLink member={reviewer} isOpened /> : author} about{' '}
          <MemberLink member={reviewee} />
          <span className="block font-normal text-ink-soft text-sm">
            <Moment at={created_at} isFirst />
          </span>
        </h2>
        <StatusLabel tone={hidden_reason ? 'danger' : published_at ? 'positive' : 'plain'}>
          {hidden_reason ? 'Hidden' : published_at ? 'Published' : 'Not published yet'}
        </StatusLabel>
      </div>
      <ReviewBody review={review} subject={reviewee.full_name} />
      {staff_note ? (
        <div className="grid gap-0.5 rounded-md bg-caution-soft p-3 text-sm">
          <p className="font-semibold">Private note to our team</p>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {staff_note}
          </p>
        </div>
      ) : null}
      {hidden_reason ? (
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          Hidden: “<bdi>{hidden_reason}</bdi>”
        </p>
      ) : null}
      {can.moderate ? (
        <div>
          {hidden_reason ? (
            <Button
              size="sm"
              variant="outline"
              busy={restore.isPending}
              aria-label={`Restore the review by ${author}`}
              onClick={() => restore.mutate({ review_id: review.id })}
            >
              Restore
            </Button>
          ) : (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Hide the review by ${author}`}
              onClick={onHide}
            >
              Hide
            </Button>
          )}
        </div>
      ) : null}
    </Card>
  );
}

type MemberLinkProps = {
  member: { id: string; full_name: string };
  /** Whether Enter opens it as the selected row. */
  isOpened?: boolean;
};

function MemberLink({ member, isOpened }: MemberLinkProps) {
  return (
    <Link
      {...(isOpened ? { 'data-opens': '' } : {})}
      to={`/admin/users/${member.id}`}
      className="underline underline-offset-4"
    >
      <bdi>{member.full_name}</bdi>
    </Link>
  );
}
