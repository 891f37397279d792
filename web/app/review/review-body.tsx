import type { OwnReview } from '@kindpal/contract/review/schema';
import { Check, X } from 'lucide-react';
import { Badge } from '~/ui/badge.tsx';
import { answeredFacts, OCCASIONS } from './review-texts.ts';
import { Stars } from './stars.tsx';

type Content = Pick<
  OwnReview,
  'side' | 'occasion' | 'rating' | 'text' | 'would_repeat' | 'facts' | 'reply'
>;

/** The content of a review, with its reply. [R9] */
export function ReviewBody({ review, subject }: { review: Content; subject: string }) {
  const { side, occasion, rating, text, would_repeat, facts, reply } = review;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Stars rating={rating} />
        {OCCASIONS[occasion] ? <Badge>{OCCASIONS[occasion]}</Badge> : null}
      </div>
      {text ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ) : null}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm [&_li]:flex [&_li]:gap-1.5 [&_svg]:line-icon [&_svg]:text-accent">
        <Fact
          yes={would_repeat}
          label={would_repeat ? 'Would do this again' : 'Wouldn’t do this again'}
        />
        {answeredFacts(side, facts).map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
      </ul>
      {reply ? (
        <div className="grid gap-0.5 border-line-strong border-l-4 pl-3 text-sm">
          <p className="font-semibold">
            Reply by <bdi>{subject}</bdi>
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-soft">
            {reply}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function Fact({ yes, label }: { yes: boolean; label: string }) {
  return (
    <li>
      {yes ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
      {label}
    </li>
  );
}
