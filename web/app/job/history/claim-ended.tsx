import { Banner } from '~/ui/banner.tsx';
import { Moment } from '~/ui/moment.tsx';
import { jobEventText, ownEnding } from './event-text.ts';
import { Reason } from './job-history.tsx';
import { ThreadLink } from './thread-link.tsx';
import type { JobHistoryState } from './use-job-history.ts';

type ClaimEndedProps = { jobId: string; history: JobHistoryState };

/** Tells a sitter at once that they no longer hold the job, who ended the claim, and why. [J6] */
export function ClaimEnded({ jobId, history: { me, events } }: ClaimEndedProps) {
  const ending = ownEnding(events, me);
  if (!ending?.claim_id) return null;
  return (
    <Banner
      tone={ending.actor?.id === me ? 'info' : 'caution'}
      title={jobEventText(ending, me)}
      action={<ThreadLink jobId={jobId} claimId={ending.claim_id} />}
    >
      {ending.reason ? <Reason text={ending.reason} /> : null}
      <p>
        Your claim ended <Moment at={ending.created_at} />.
      </p>
    </Banner>
  );
}
