import { Button } from '~/ui/button.tsx';
import { useClaimJob } from './use-claim-job.ts';

/** Claim This Job, instant to press and pressed once. [J4] [J5] */
export function ClaimButton({ jobId, onSettled }: { jobId: string; onSettled: () => void }) {
  const { claim, isClaiming } = useClaimJob(jobId);
  return (
    <Button busy={isClaiming} busyLabel="Claiming..." onClick={() => void claim().then(onSettled)}>
      Claim This Job
    </Button>
  );
}
