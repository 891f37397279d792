import { Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Dialog } from '~/ui/dialog.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

const InvitePanel = lazyPart(() =>
  import('./invite-panel.tsx').then((module) => module.InvitePanel),
);

const loading = <PartSpinner label="Loading your invite" className="min-h-83" />;

type InviteWindowProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The dialog opens before its content is loaded. [I2] */
export function InviteWindow({ open, onOpenChange }: InviteWindowProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a neighbor"
      description="One code for one person you trust. It never expires and works once."
    >
      <Suspense fallback={loading}>
        <InvitePanel loading={loading} />
      </Suspense>
    </Dialog>
  );
}
