import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { EndedThread, EndedThreads } from '~/chat/ended-threads.tsx';
import { isUuid } from '~/lib/uuid.ts';
import { partnerOf } from './event-text.ts';
import { threadInAddress } from './thread-link.tsx';
import type { JobHistoryState } from './use-job-history.ts';

type EndedChatsProps = {
  jobId: string;
  currentClaimId: string | undefined;
  history: JobHistoryState;
};

/** The ended thread that the address names, and those in which something was left unsent. [M1] */
export function EndedChats({ jobId, currentClaimId, history: { me, events } }: EndedChatsProps) {
  const named = threadInAddress(useSearchParams()[0]);
  const claimId = named && isUuid(named) && named !== currentClaimId ? named : null;
  const event = events.find(({ claim_id }) => claim_id === claimId && claim_id !== null);
  const box = useRef<HTMLDivElement>(null);
  const isThere = event !== undefined;
  useEffect(() => {
    if (claimId && isThere) box.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [claimId, isThere]);
  return (
    <>
      {me && claimId && event ? (
        <div ref={box} className="grid min-w-0 scroll-my-24">
          <EndedThread
            key={`${me} ${claimId}`}
            me={me}
            jobId={jobId}
            claimId={claimId}
            partner={partnerOf(event, events, me)}
          />
        </div>
      ) : null}
      <EndedThreads jobId={jobId} currentClaimId={currentClaimId} shownClaimId={claimId} />
    </>
  );
}
