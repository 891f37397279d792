import type { Offer } from '@kindpal/contract/offer/schema';
import { useEffect, useRef } from 'react';
import { useViewer } from '~/account/session/use-session.ts';
import { hasLostFocus } from '~/lib/kept-focus.ts';
import { Button } from '~/ui/button.tsx';
import { declineLabel, offerText } from './offer-texts.ts';
import { useDeclineOffer, useOffer, useWaitForJob } from './use-offers.ts';

type JobOfferProps = { jobId: string; isGone: boolean };

/**
 * On a job's page: the viewer's offer with a button to decline; on a claimed job, a button to join
 * standby. [J5]
 */
export function JobOffer({ jobId, isGone }: JobOfferProps) {
  const viewer = useViewer();
  const offer = useOffer(jobId);
  if (offer) return <StandingOffer offer={offer} />;
  return isGone && viewer && viewer.role !== 'pet_owner' ? <WaitButton jobId={jobId} /> : null;
}

function StandingOffer({ offer }: { offer: Offer }) {
  const { decline, isPending } = useDeclineOffer(offer);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="wrap-anywhere text-sm">{offerText(offer)}</p>
      <Button variant="quiet" size="sm" className="-ml-4" busy={isPending} onClick={decline}>
        {declineLabel(offer)}
      </Button>
    </div>
  );
}

function WaitButton({ jobId }: { jobId: string }) {
  const { wait, isPending, isGone } = useWaitForJob(jobId);
  const reason = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears.
  useEffect(() => {
    if (isGone && hasLostFocus()) reason.current?.focus();
  }, [isGone]);
  return (
    <div className="grid justify-items-start gap-2">
      {isGone ? null : (
        <Button variant="outline" busy={isPending} onClick={wait}>
          Notify me if it reopens
        </Button>
      )}
      <p ref={reason} tabIndex={-1} role="status" className="text-ink-soft text-xs">
        {isGone
          ? 'You can’t join a line for this job.'
          : 'If it reopens, it’s offered to those in line one at a time, then to everyone.'}
      </p>
    </div>
  );
}
