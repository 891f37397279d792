import type { ClaimWarning } from '@kindpal/contract/claim/schema';
import { viewerTimeZone } from '~/lib/format.ts';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { jobPeriod } from '../job-period.ts';
import { WARNING_TEXTS } from './claim-warnings.ts';

type ConfirmClaimProps = {
  warnings: ClaimWarning[];
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** A dialog for a claim that conflicts with the sitter's own calendar. [J5] */
export function ConfirmClaim({ warnings, busy, onClose, onConfirm }: ConfirmClaimProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Claim this job anyway?"
      description="It doesn’t fit your calendar."
      confirmLabel="Claim anyway"
      busyLabel="Claiming..."
      cancelLabel="Go back"
      busy={busy}
      onConfirm={onConfirm}
    >
      <ul className="grid list-disc gap-2 pl-5">
        {warnings.map(({ code, jobs }) => (
          <li key={code}>
            {WARNING_TEXTS[code]}
            {jobs.map((job) => (
              <p key={job.id} className="wrap-anywhere mt-1">
                <span dir="auto" className="font-semibold">
                  {job.title}
                </span>
                <span className="block text-ink-soft text-sm">
                  {jobPeriod(job, { now: new Date(), viewerTimeZone: viewerTimeZone() })}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
