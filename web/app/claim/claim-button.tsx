import type { ClaimWarning } from '@kindpal/contract/claim/schema';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '~/ui/button.tsx';
import { ConfirmClaim } from './confirm-claim.tsx';
import { useClaimJob } from './use-claim-job.ts';

/** Claim This Job, instant to press and pressed once; what does not fit is asked first. [J4] [J5] */
export function ClaimButton({ jobId, onSettled }: { jobId: string; onSettled: () => void }) {
  const { claim, isClaiming } = useClaimJob(jobId);
  const [warnings, setWarnings] = useState<ClaimWarning[] | null>(null);

  async function press(accepted: ClaimWarning[]) {
    const asked = await claim(accepted);
    // The dialog holds on to the focus until it is gone.
    flushSync(() => setWarnings(asked));
    if (asked === null) onSettled();
  }
  return (
    <>
      <Button busy={isClaiming} busyLabel="Claiming..." onClick={() => void press([])}>
        Claim This Job
      </Button>
      {warnings ? (
        <ConfirmClaim
          warnings={warnings}
          busy={isClaiming}
          onClose={() => setWarnings(null)}
          onConfirm={() => void press(warnings)}
        />
      ) : null}
    </>
  );
}
