import type { Reviewable } from '@kindpal/contract/review/schema';
import { Suspense, useRef, useState } from 'react';
import { useViewer } from '~/account/session/use-session.ts';
import { formatDay } from '~/lib/format.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Reply } from './reply.tsx';
import { ReviewBody } from './review-body.tsx';
import { useReviewable } from './use-reviewable.ts';

const ReviewForm = lazyPart(() => import('./review-form.tsx').then((module) => module.ReviewForm));

type JobReviewsProps = {
  jobId: string;
  /** Whether the history contains more than the posting; otherwise nobody can review the job. */
  hasHistory: boolean;
  /** Whether writing one is the next step, so that a screen has one primary button. */
  isNext: boolean;
};

/** The reviews of both sides after a job, with a form for one's own. [R9] */
export function JobReviews({ jobId, hasHistory, isNext }: JobReviewsProps) {
  const me = useViewer();
  const { data = [] } = useReviewable(jobId, me !== null && hasHistory);
  const told = data.filter(({ mine, theirs, can }) => mine || theirs || can.write);
  if (!me || told.length === 0) return null;
  return (
    <section aria-labelledby="job-reviews" className="grid gap-3">
      <h2 id="job-reviews" className="text-xl">
        Reviews
      </h2>
      {told.map((claim) => (
        <Card key={claim.claim_id} inset="md" className="grid gap-5">
          <OwnPart claim={claim} isNext={isNext} />
          {claim.theirs ? (
            <div className="grid gap-2">
              <h3 className="font-sans font-semibold text-base tracking-normal">
                <bdi>{claim.partner.full_name}</bdi> about you
              </h3>
              <ReviewBody review={claim.theirs} subject={me.full_name} />
              {claim.theirs.can.reply ? <Reply reviewId={claim.theirs.id} /> : null}
            </div>
          ) : null}
        </Card>
      ))}
    </section>
  );
}

/** The viewer's own review, or a button to write one. */
function OwnPart({ claim, isNext }: { claim: Reviewable; isNext: boolean }) {
  const [editing, setEditing] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const { mine, can } = claim;
  function close() {
    setEditing(false);
    part.current?.focus({ preventScroll: true });
  }
  if (!editing && !mine && !can.write) return null;
  return (
    <div ref={part} tabIndex={-1} className="grid gap-3 outline-none">
      {editing ? (
        <Suspense>
          <ReviewForm claim={claim} onClose={close} />
        </Suspense>
      ) : (
        <OwnReview claim={claim} isNext={isNext} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

type OwnReviewProps = { claim: Reviewable; isNext: boolean; onEdit: () => void };

function OwnReview({ claim, isNext, onEdit }: OwnReviewProps) {
  const { mine, partner, can } = claim;
  return (
    <>
      <h3 className="wrap-anywhere font-sans font-semibold text-base tracking-normal">
        {mine ? 'Your review of ' : 'How was it with '}
        <bdi>{partner.full_name}</bdi>
        {mine ? null : '?'}
      </h3>
      {mine ? <ReviewBody review={mine} subject={partner.full_name} /> : null}
      <p className="text-ink-soft text-sm">{stateText(claim)}</p>
      {can.write ? (
        <Button
          size="sm"
          variant={mine || !isNext ? 'outline' : 'primary'}
          className="justify-self-start"
          onPointerEnter={ReviewForm.prefetch}
          onFocus={ReviewForm.prefetch}
          onClick={onEdit}
        >
          {mine ? 'Edit review' : 'Write a review'}
        </Button>
      ) : null}
    </>
  );
}

/** When the review will be visible to others. */
function stateText({ mine, review_until }: Reviewable): string {
  const day = formatDay(review_until);
  if (!mine) {
    return `You can review until ${day}. You’ll each see the other’s review once both are written, or on that day.`;
  }
  if (mine.is_hidden) return 'Our team has hidden this review. The reason is in your email.';
  if (mine.published_at) return `Published ${formatDay(mine.published_at)}.`;
  return `It’s published once the other side writes theirs, or on ${day}. Until then, only you see it.`;
}
