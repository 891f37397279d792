import type { Offer } from '@kindpal/contract/offer/schema';
import { JobFacts } from '~/job/job-facts.tsx';
import { titleOf } from '~/job/job-title.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { declineLabel, offerText } from './offer-texts.ts';
import { useDeclineOffer, useOffers } from './use-offers.ts';

/**
 * Jobs that the sitter can claim before others, and those they are on standby for; nothing without
 * any. [J5]
 */
export function OfferedJobs() {
  const offers = useOffers().data?.items ?? [];
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="offered" className="grid gap-3">
      <h2 id="offered" className="text-xl">
        For you first
      </h2>
      <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {offers.map((offer) => (
          <li key={offer.job.id} className="min-w-0">
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfferCard({ offer }: { offer: Offer }) {
  const { job, state } = offer;
  const { decline, isPending } = useDeclineOffer(offer);
  return (
    <Card as="article" className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h3 dir="auto" className="line-clamp-3 wrap-anywhere text-lg leading-tight">
        {titleOf(job)}
      </h3>
      <p className="wrap-anywhere font-semibold text-sm">{offerText(offer)}</p>
      <JobFacts job={job} />
      <div className="mt-auto flex flex-wrap gap-2">
        {state === 'yours' ? (
          <ButtonLink to={`/jobs/${job.id}`} size="sm">
            View Job<span className="sr-only">: {titleOf(job)}</span>
          </ButtonLink>
        ) : null}
        <Button variant="outline" size="sm" busy={isPending} onClick={decline}>
          {declineLabel(offer)}
        </Button>
      </div>
    </Card>
  );
}
