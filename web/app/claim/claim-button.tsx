import { Button } from '~/ui/button.tsx';
import { useClaimJob } from './use-claim-job.ts';

/** Claim This Job, instant to press and pressed once. [J4] [J5] */
export function ClaimButton({ jobId, onSettled }: { jobId: string; onSettled: () => void }) {
  const { claim, isClaiming } = useClaimJob(jobId);
  return (
    <Button
      size="lg"
      busy={isClaiming}
      busyLabel="Claiming..."
      className="w-full sm:w-auto"
      onClick={() => void claim().then(onSettled)}
    >
      Claim This Job
    </Button>
  );
}
